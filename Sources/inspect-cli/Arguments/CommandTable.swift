/// Every command with its operands and options: the parser, help and completions are made from it.
enum CommandTable {
  /// Options that every command takes, before or after its word.
  static let commonOptions: [OptionEntry] = [
    .folder, .ascii, .noColor, .help, .version,
  ]

  /// The entry of a command.
  static func entry(of word: CommandWord) -> CommandEntry {
    switch word {
    case .ps: ps
    case .attach: attach
    case .detach: detach
    case .tree: tree
    case .show: show
    case .why: why
    case .causes: causes
    case .explain: explain
    case .check: check
    case .start: start
    case .stop: stop
    case .status: status
    case .doctor: doctor
    case .conformance: conformance
    case .completions: completions
    case .help: help
    }
  }

  /// All of them, in the order of help.
  static var all: [CommandEntry] { CommandWord.allCases.map(entry) }

  // MARK: Processes

  private static let ps = CommandEntry(
    .ps, [], [.all, .json],
    "lists the processes that can be inspected",
    [
      "Needs no daemon. Where one runs, it also tells which processes it is attached to and how "
        + "their bindings are. Leftovers of processes that ended are removed."
    ],
    examples: [.init("inspect-cli ps --all", "those that ended a short while ago too")])

  private static let attach = CommandEntry(
    .attach, [.needed("PID|NAME")], [.json],
    "attaches to a running process, without a restart",
    [
      "Starts a daemon if none runs. The process goes on as before; what it has noted so far can "
        + "be seen at once.",
      "A process is named by its number or its name, or by a piece of its name that fits no other.",
    ],
    examples: [
      .init("inspect-cli attach 4711", "by number"),
      .init("inspect-cli attach employees", "by name"),
    ])

  private static let detach = CommandEntry(
    .detach, [.needed("PID|NAME")], [.json],
    "lets go of a process",
    ["The process goes on; what was known of it stays readable for a while (`ps --all`)."])

  // MARK: Bindings

  private static let tree = CommandEntry(
    .tree, [.optional("PID|NAME")], [.process, .query, .follow, .worstFirst, .all, .json],
    "shows bindings, what contains them and their health",
    [
      "One row a binding: its sign, its name, where it goes and what is wrong. Every other row "
        + "counts what is below it. Without a name: all attached processes; with one, it is "
        + "attached if need be.",
      "With --follow it is drawn anew at each change in a terminal, and told line by line in a pipe. "
        + "With --query it shows the bindings that it asks for (docs/query.md), and what they lie in.",
    ],
    examples: [
      .init("inspect-cli tree --worst-first", "what is broken at the top"),
      .init("inspect-cli tree --follow", "live, until Ctrl-C"),
    ])

  private static let show = CommandEntry(
    .show, [.needed("NAME")], [.process, .json],
    "shows all facts of one binding",
    [
      "A binding is named by its number, by its stable key, or by a piece of its name that fits "
        + "no other."
    ],
    examples: [.init("inspect-cli show birthdate", "by a piece of its name")])

  private static let why = CommandEntry(
    .why, [.needed("NAME")], [.process, .json],
    "tells on one screen why a binding is as it is",
    [
      "The first step that is not done and its reason, both ends with their types, where the "
        + "look-up went, what would mend it, since when, who wrote last, how many others share the "
        + "cause, and what cannot be known.",
      "A binding is named by its number, by its stable key, or by a piece of its name that fits "
        + "no other.",
    ],
    examples: [.init("inspect-cli why birthdate", "by a piece of its name")])

  private static let causes = CommandEntry(
    .causes, [.optional("PID|NAME")], [.process, .json],
    "folds all that fails to its causes",
    [
      "Each cause with the bindings that fail because of it, those with the most first: bindings "
        + "that fail at one place, a binding that others wait for, or a loop with its members, its "
        + "edges and where it could be cut. Bindings are folded by what they depend on and where "
        + "they fail, never because their reasons look alike.",
      "Without a name: all attached processes. Ends with status 1 if a cause is broken.",
    ],
    examples: [.init("inspect-cli causes Employees", "of one process")])

  private static let explain = CommandEntry(
    .explain, [.optional("CODE")], [.json],
    "explains a reason code; without one, lists them all",
    ["Needs no daemon and no process. The same text stands in docs/reasons/CODE.md."],
    examples: [.init("inspect-cli explain transformer-required", "what it means, what mends it")])

  private static let check = CommandEntry(
    .check, [.optional("PID|NAME")], [.process, .query, .strict, .json],
    "fails with status 1 if a binding is broken",
    [
      "Lists the broken bindings with their reasons and places. Without a name it looks at every "
        + "process that can be inspected; those not attached yet are attached, and stay so.",
      "Pending bindings are counted; with --strict they are listed and fail too. With --query it "
        + "looks at the bindings that it asks for alone (docs/query.md).",
    ],
    examples: [.init("inspect-cli check Employees && echo sound", "in a script")])

  // MARK: The daemon

  private static let start = CommandEntry(
    .start, [], [.port, .idleExit, .json],
    "starts the daemon, if none runs",
    [
      "inspectord is looked for beside inspect-cli, then on PATH. There is one daemon for each "
        + "runtime folder; `attach` starts it by itself."
    ])

  private static let stop = CommandEntry(
    .stop, [], [.json],
    "ends the daemon",
    ["Inspected processes go on and do not notice."])

  private static let status = CommandEntry(
    .status, [], [.json],
    "tells whether a daemon runs, and where",
    ["Tells too what it is attached to. Ends with status 2 where none runs."])

  private static let doctor = CommandEntry(
    .doctor, [.optional("PID|NAME")], [.json],
    "finds out why attaching or connecting fails",
    [
      "Looks at the runtime folder, the daemon and, if one is named, the process; one line for "
        + "each look, with what to do about those that failed. Changes nothing. Ends with status 1 "
        + "if one failed."
    ],
    examples: [.init("inspect-cli doctor 4711", "why can 4711 not be attached?")])

  private static let conformance = CommandEntry(
    .conformance, [.needed("COMMAND|URL"), .rest("ARG")], [.json],
    "holds a reporter to the rules of the protocol",
    [
      "For authors of runtimes. COMMAND is a program that reports: it is started, dials back by "
        + "BINDINSPECT_URL, and is ended; it should run until then. URL names a reporter that "
        + "listens: unix:/absolute/path or ws://127.0.0.1:PORT. Needs no daemon.",
      "One line for each rule: pass, fail, or open where there was no occasion to break it. Takes "
        + "about half a minute; ends with status 1 if a rule is broken. Options of COMMAND stand "
        + "behind --.",
    ],
    examples: [
      .init("inspect-cli conformance -- ./app --quiet", "a program of yours"),
      .init("inspect-cli conformance unix:/run/app.sock", "one that listens"),
    ])

  private static let completions = CommandEntry(
    .completions, [.needed("SHELL"), .rest("WORD")], [],
    "makes bash, zsh and fish complete commands and names",
    [
      "Commands, options, reason codes, the processes that can be inspected and, where a daemon "
        + "runs, bindings. A name that a shell could take for something else is not offered.",
      "As `completions words -- WORD ...` it prints what may stand in place of the last word.",
    ],
    examples: [
      .init("source <(inspect-cli completions bash)", "in ~/.bashrc"),
      .init("source <(inspect-cli completions zsh)", "in ~/.zshrc, behind compinit"),
      .init("inspect-cli completions fish | source", "in config.fish"),
    ])

  private static let help = CommandEntry(
    .help, [.optional("COMMAND")], [],
    "tells of a command, or `statuses`: how commands end", [])
}
