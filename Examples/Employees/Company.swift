import BindInspect

/// Owns the window, where look-ups end.
final class Company: BindableObject {
  @Bound var employees = [
    Employee(name: "Ann Baker", born: 1985, 4, 1),
    Employee(name: "Ben Carter", born: 1990, 12, 24),
    Employee(name: "Cleo Dunn", born: 1978, 7, 9),
  ]
}
