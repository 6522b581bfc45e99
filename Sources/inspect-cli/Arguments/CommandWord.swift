/// The commands, in the order in which help lists them.
enum CommandWord: String, CaseIterable, Sendable {
  case ps, attach, detach, tree, show, why, causes, explain, check, start, stop, status, doctor,
    conformance, completions, help
}
