/// Filled by its room.
@main
enum Program {
  static func main() {}
}
