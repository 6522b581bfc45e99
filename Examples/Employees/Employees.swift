/// Filled by its room.
@main
enum Employees {
  static func main() {}
}
