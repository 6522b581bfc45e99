internal import InspectServer

/// What the daemon answers to browsers and `curl`: a table of paths, in memory.
enum Pages {
  static let all = ["/": Page.text(welcome)]

  private static let welcome = """
    This is inspectord, the daemon of BindInspect. It gathers what inspectable programs of
    one user tell of their data bindings, and tells it to whoever watches.

    In a terminal:

      inspect-cli ps              the processes that can be inspected
      inspect-cli attach PID      have the daemon attach to one, by pid or by name
      inspect-cli tree            its bindings, with their health
      inspect-cli why NAME        why a binding is as it is
      inspect-cli help            everything else

    """
}
