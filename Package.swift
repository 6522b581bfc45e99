// swift-tools-version: 6.3
import PackageDescription

// What every Swift target is held to: tests to these, products to strict memory safety too.
let tests: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .treatAllWarnings(as: .error),
]
let strict = tests + [.strictMemorySafety()]

func library(_ name: String, _ needs: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: needs, swiftSettings: strict)
}

func program(_ name: String, _ needs: [Target.Dependency], path: String? = nil) -> Target {
  .executableTarget(name: name, dependencies: needs, path: path, swiftSettings: strict)
}

func suite(_ name: String, _ needs: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: needs + ["TestSupport"], swiftSettings: tests)
}

let package = Package(
  name: "BindInspect",
  products: [
    .library(name: "BindInspect", targets: ["BindInspect"]),
    .library(name: "BindInspectFoundation", targets: ["BindInspectFoundation"]),
    .library(name: "InspectReporter", targets: ["InspectReporter"]),
    .executable(name: "inspectord", targets: ["inspectord"]),
    .executable(name: "inspect-cli", targets: ["inspect-cli"]),
  ],
  targets: [
    // 1 C
    .systemLibrary(
      name: "CWebSockets", pkgConfig: "libwebsockets", providers: [.apt(["libwebsockets-dev"])]),
    .target(name: "CInspectSystem"),
    // 2 ground
    library("InspectWire"),
    library("InspectSystem", ["CInspectSystem"]),
    // 3 link
    library("InspectLink", ["InspectWire", "InspectSystem"]),
    // 4 reporting and serving
    library("InspectReporter", ["InspectWire", "InspectSystem", "InspectLink", "CInspectSystem"]),
    library("InspectServer", ["InspectWire", "InspectSystem", "CWebSockets"]),
    library("InspectQuery", ["InspectWire"]),
    // 5 runtime
    library("BindInspect", ["InspectReporter", "InspectWire", "CInspectSystem"]),
    library("BindInspectFoundation", ["BindInspect"]),
    // 7 faces
    program(
      "inspectord",
      ["InspectWire", "InspectQuery", "InspectServer", "InspectLink", "InspectSystem"]),
    program("inspect-cli", ["InspectWire", "InspectLink", "InspectSystem"]),
    program(
      "Employees", ["BindInspect", "BindInspectFoundation"], path: "Examples/Employees"),
    // Benchmarks: as a user writes it, from another module
    .target(name: "CAllocations", path: "Benchmarks/CAllocations"),
    program(
      "KeyPaths", ["BenchmarkStage", "BindInspect", "CAllocations"], path: "Benchmarks/KeyPaths"),
    .executableTarget(
      name: "TypedUpdate",
      dependencies: ["BenchmarkStage", "BindInspect", "CAllocations", "InspectSystem"],
      path: "Benchmarks/TypedUpdate", swiftSettings: tests),
    .executableTarget(
      name: "BindingMemory",
      dependencies: ["BenchmarkStage", "BindInspect", "CAllocations", "InspectSystem"],
      path: "Benchmarks/BindingMemory", swiftSettings: tests),
    .executableTarget(
      name: "Counted", dependencies: ["BindInspect", "InspectWire"], path: "Benchmarks/Counted",
      swiftSettings: tests),
    // Benchmarks of whole programs, and the bare library beside them
    .executableTarget(
      name: "RawTransport", dependencies: ["CWebSockets"], path: "Benchmarks/RawTransport"),
    .target(
      name: "BenchmarkStage", dependencies: ["InspectLink", "InspectSystem", "InspectWire"],
      path: "Benchmarks/Stage", swiftSettings: tests),
    .executableTarget(
      name: "Merging",
      dependencies: ["BenchmarkStage", "BindInspect", "InspectSystem", "InspectWire"],
      path: "Benchmarks/Merging", swiftSettings: tests),
    .executableTarget(
      name: "Slots", dependencies: ["BenchmarkStage", "InspectReporter", "InspectSystem"],
      path: "Benchmarks/Slots", swiftSettings: tests),
    .executableTarget(
      name: "Sizes", dependencies: ["BenchmarkStage", "BindInspect", "InspectSystem"],
      path: "Benchmarks/Sizes", swiftSettings: tests),
    .executableTarget(
      name: "HubLoad", dependencies: ["BenchmarkStage", "InspectSystem", "InspectWire"],
      path: "Benchmarks/HubLoad", swiftSettings: tests),
    .executableTarget(
      name: "CommandTimes", dependencies: ["BenchmarkStage", "InspectSystem"],
      path: "Benchmarks/CommandTimes", swiftSettings: tests),
    .executableTarget(
      name: "Latency",
      dependencies: ["BenchmarkStage", "InspectLink", "InspectSystem", "InspectWire"],
      path: "Benchmarks/Latency", swiftSettings: tests),
    // Tests
    program("Workload", ["InspectReporter"], path: "Tests/Programs/Workload"),
    program("Canaries", ["BindInspect"], path: "Tests/Programs/Canaries"),
    .executableTarget(
      name: "Chaos", dependencies: ["TestSupport", "InspectLink", "InspectSystem", "InspectWire"],
      path: "Tests/Chaos", swiftSettings: tests),
    program(
      "Echo", ["InspectServer", "InspectLink", "InspectSystem", "InspectWire"],
      path: "Tests/Programs/Echo"),
    .target(
      name: "TestSupport", dependencies: ["InspectSystem", "CInspectSystem"],
      path: "Tests/TestSupport", swiftSettings: tests),
    suite("InspectWireTests", ["InspectWire"]),
    suite("InspectSystemTests", ["InspectSystem"]),
    suite("InspectLinkTests", ["InspectLink", "InspectWire", "InspectSystem"]),
    suite("InspectServerTests", ["InspectServer", "InspectLink", "InspectWire", "InspectSystem"]),
    suite(
      "InspectReporterTests",
      ["InspectReporter", "InspectLink", "InspectWire", "InspectSystem", "InspectedProgram"]),
    .target(name: "CForking", path: "Tests/CForking"),
    .executableTarget(
      name: "InspectedProgram", dependencies: ["InspectReporter", "CForking"],
      path: "Tests/InspectedProgram", swiftSettings: tests),
    suite(
      "BindInspectTests",
      [
        "BindInspect", "InspectReporter", "InspectQuery", "InspectLink", "InspectWire",
        "InspectSystem",
      ]),
    suite("InspectQueryTests", ["InspectQuery", "InspectWire"]),
    suite("BindInspectFoundationTests", ["BindInspectFoundation", "BindInspect"]),
    .target(name: "CHeap", path: "Tests/CHeap"),
    suite(
      "InspectordTests",
      ["inspectord", "InspectQuery", "InspectWire", "InspectLink", "InspectSystem", "CHeap"]),
    suite(
      "InspectCLITests",
      ["inspect-cli", "InspectQuery", "InspectWire", "InspectLink", "InspectSystem"]),
    suite("ConformanceTests", ["inspect-cli", "InspectWire"]),
    suite(
      "SimulationTests",
      ["inspectord", "InspectReporter", "InspectLink", "InspectWire", "InspectSystem"]),
    suite("HouseTests", []),
    suite("FlowTests", ["InspectWire", "InspectLink", "InspectSystem"]),
    suite("DoorTests", ["InspectWire", "InspectLink", "InspectSystem"]),
  ],
  swiftLanguageModes: [.v6]
)

// Fuzzed programs have libFuzzer's `main` and need its flags: `tools/fuzz` builds them, nobody else. The
// daemon is a library there, without a `main` of its own.
if Context.environment["BINDINSPECT_FUZZ"] != nil {
  package.products.removeAll { $0.name == "inspectord" }
  package.targets.removeAll { $0.name == "inspectord" || $0.type == .test }
  package.targets += [
    .target(
      name: "inspectord",
      dependencies: [
        "InspectWire", "InspectQuery", "InspectServer", "InspectLink", "InspectSystem",
      ],
      exclude: ["Program/Program.swift"], swiftSettings: strict),
    .executableTarget(
      name: "Fuzzed",
      dependencies: [
        "InspectWire", "InspectQuery", "InspectLink", "InspectServer", "InspectReporter",
        "inspectord",
      ],
      path: "Fuzz/Fuzzed", swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])]),
  ]
}
