// swift-tools-version: 6.3
import PackageDescription

// Rooms, from the ground up: a room uses only what stands above it in this list.

var libraries: [Target] = [
    // The plugin ABI. Public headers, nothing else.
    .target(name: "CQuickConnect"),
    // What Linux offers and Swift cannot import: variadics, macros, thread-local variables.
    .target(name: "CLinux"),
    // Debian's libnettle: SHA-256.
    .systemLibrary(name: "CNettle", pkgConfig: "nettle", providers: [.apt(["nettle-dev"])]),
    // Debian's libsimdjson, and the C face that Swift sees of it. (No pkg-config: the only flag in its file is one that
    // SwiftPM refuses, with a warning at every build.)
    .systemLibrary(name: "CSimdjsonLibrary", providers: [.apt(["libsimdjson-dev"])]),
    .target(
        name: "CSimdjson", dependencies: ["CQuickConnect", "CSimdjsonLibrary"],
        linkerSettings: [.linkedLibrary("simdjson")]),
    // Debian's libsystemd: the journal's client.
    .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
    // All that a plugin author imports.
    .target(name: "QuickConnectPlugin", dependencies: ["CQuickConnect"]),
    // The host.
    .target(
        name: "QuickConnect", dependencies: ["CQuickConnect", "CLinux", "CNettle", "CSimdjson", "QuickConnectPlugin"]),
    // Debian's JavaScriptCore: its C interface, not GObject's.
    .systemLibrary(
        name: "CJavaScriptCore", pkgConfig: "javascriptcoregtk-4.1", providers: [.apt(["libjavascriptcoregtk-4.1-dev"])]
    ),
    // JavaScript's view, without a browser.
    .target(
        name: "QuickConnectBridge",
        dependencies: ["CJavaScriptCore", "CQuickConnect", "QuickConnect", "QuickConnectPlugin"],
        resources: [
            .embedInCode("JavaScript/console.js"), .embedInCode("JavaScript/web.js"),
            .embedInCode("JavaScript/quickconnect.js"),
        ]),
    // Fakes and the conformance suite, for the tests of plugins.
    .target(name: "QuickConnectTesting", dependencies: ["CQuickConnect", "QuickConnect", "QuickConnectPlugin"]),
]

var programs: [Target] = [
    // getopt's global variables.
    .systemLibrary(name: "CGetopt"),
    // The command-line tool. It links the core alone, so that it starts at once.
    .executableTarget(name: "qc", dependencies: ["CGetopt", "CQuickConnect", "QuickConnect", "QuickConnectPlugin"]),
    // Its verb run: a program of its own, since JavaScriptCore takes time to load.
    .executableTarget(
        name: "qc-run", dependencies: ["CGetopt", "QuickConnect", "QuickConnectBridge", "QuickConnectPlugin"]),
    // Runs plugins for the conformance suite, in processes that may crash.
    .executableTarget(name: "qc-conformance", dependencies: ["QuickConnectTesting"]),
]

/// What a plugin's library wants of the linker: to export its one promise and nothing else, and to look for libraries of
/// its own beside itself. Swift's run-time library is the host's, which is loaded by then.
let pluginLinkerSettings: [LinkerSetting] = [
    .unsafeFlags([
        "-Xlinker", "--version-script=\(Context.packageDirectory)/Plugins/entry.map",
        "-no-toolchain-stdlib-rpath",
    ])
]

var plugins: [Target] = [
    .target(
        name: "Logging", dependencies: ["CQuickConnect", "CSystemd", "QuickConnectPlugin"], path: "Plugins/Logging",
        exclude: ["plugin.json"], linkerSettings: pluginLinkerSettings),
    .target(
        name: "DeviceInfo", dependencies: ["CQuickConnect"], path: "Plugins/DeviceInfo", exclude: ["plugin.json"],
        publicHeadersPath: ".", linkerSettings: pluginLinkerSettings),
    // openat2 and other calls that Swift cannot import.
    .target(name: "CFiles", path: "Plugins/Files/CFiles", publicHeadersPath: "."),
    .target(
        name: "Files", dependencies: ["CFiles", "CQuickConnect", "QuickConnectPlugin"], path: "Plugins/Files",
        exclude: ["plugin.json", "files.d.ts", "CFiles"], linkerSettings: pluginLinkerSettings),
    .target(
        name: "Preferences", dependencies: ["CQuickConnect", "QuickConnectPlugin"], path: "Plugins/Preferences",
        exclude: ["plugin.json", "preferences.d.ts"], linkerSettings: pluginLinkerSettings),
]

var benchmarks: [Target] = [
    // What the same work costs in straight-line C++.
    .target(
        name: "CFloor", dependencies: ["CSimdjsonLibrary"], path: "Benchmarks/CFloor",
        linkerSettings: [.linkedLibrary("simdjson")]),
    .target(name: "CAllocations", path: "Benchmarks/CAllocations"),
    .target(
        name: "SoundBench", dependencies: ["CQuickConnect", "QuickConnectPlugin"], path: "Benchmarks/SoundBench",
        exclude: ["plugin.json"], linkerSettings: pluginLinkerSettings),
    .executableTarget(
        name: "request-path", dependencies: ["CAllocations", "CFloor", "QuickConnect", "QuickConnectPlugin"],
        path: "Benchmarks/RequestPath"),
]

var tests: [Target] = [
    // Two plugins with a class of the same name each.
    .target(
        name: "TwinA", dependencies: ["CQuickConnect", "QuickConnectPlugin"], path: "Tests/Fixtures/TwinA",
        exclude: ["plugin.json"], linkerSettings: pluginLinkerSettings),
    .target(
        name: "TwinB", dependencies: ["CQuickConnect", "QuickConnectPlugin"], path: "Tests/Fixtures/TwinB",
        exclude: ["plugin.json"], linkerSettings: pluginLinkerSettings),
    .testTarget(
        name: "QuickConnectTests",
        dependencies: ["QuickConnect", "QuickConnectPlugin", "QuickConnectTesting", "CLinux", "CQuickConnect"],
        exclude: ["Messages/Data"]),
    .testTarget(name: "QuickConnectPluginTests", dependencies: ["CQuickConnect", "QuickConnectPlugin"]),
    .testTarget(
        name: "QuickConnectTestingTests",
        dependencies: ["qc-conformance", "QuickConnect", "QuickConnectPlugin", "QuickConnectTesting"]),
    .testTarget(
        name: "QuickConnectBridgeTests",
        dependencies: ["QuickConnect", "QuickConnectBridge", "QuickConnectPlugin", "qc-run"],
        resources: [.copy("messages.json")]),
    .executableTarget(
        name: "SettingsHost", dependencies: ["QuickConnect", "QuickConnectPlugin"], path: "Tests/SettingsHost"),
    .testTarget(name: "ToolTests"),
    // The plugins of this package as they were built, and processes that use them and may be killed.
    .target(name: "PluginFixtures", path: "Tests/PluginFixtures"),
    .testTarget(
        name: "FilesPluginTests",
        dependencies: [
            "PluginFixtures", "QuickConnect", "QuickConnectPlugin", "QuickConnectTesting", "SettingsHost",
            "qc-conformance",
        ]),
    .testTarget(
        name: "PreferencesPluginTests",
        dependencies: [
            "PluginFixtures", "QuickConnect", "QuickConnectPlugin", "QuickConnectTesting", "SettingsHost",
            "qc-conformance",
        ]),
    // What README.md and docs/embedding.md show.
    .executableTarget(
        name: "Greeter", dependencies: ["QuickConnect", "QuickConnectPlugin"], path: "docs/samples/Greeter"),
    .executableTarget(
        name: "Embedding", dependencies: ["QuickConnect", "QuickConnectPlugin"], path: "docs/samples/Embedding"),
    .testTarget(name: "DocsTests", dependencies: ["QuickConnect", "QuickConnectPlugin", "QuickConnectTesting"]),
]

// The parsers under libFuzzer, which brings its own main: only for scripts/fuzz.sh.
if Context.environment["QUICKCONNECT_FUZZ"] != nil {
    tests = [
        .target(name: "CFuzzDriver", path: "Tests/Fuzz/CFuzzDriver"),
        .executableTarget(
            name: "MessageFuzz", dependencies: ["CFuzzDriver", "QuickConnect"], path: "Tests/Fuzz/MessageFuzz"),
    ]
}

let package = Package(
    name: "QuickConnect",
    products: [
        .library(name: "QuickConnect", targets: ["QuickConnect"]),
        .library(name: "QuickConnectPlugin", targets: ["QuickConnectPlugin"]),
        .library(name: "QuickConnectTesting", targets: ["QuickConnectTesting"]),
        .library(name: "Logging", type: .dynamic, targets: ["Logging"]),
        .library(name: "DeviceInfo", type: .dynamic, targets: ["DeviceInfo"]),
        .library(name: "Files", type: .dynamic, targets: ["Files"]),
        .library(name: "Preferences", type: .dynamic, targets: ["Preferences"]),
        .library(name: "SoundBench", type: .dynamic, targets: ["SoundBench"]),
        .library(name: "TwinA", type: .dynamic, targets: ["TwinA"]),
        .library(name: "TwinB", type: .dynamic, targets: ["TwinB"]),
    ],
    targets: libraries + programs + plugins + benchmarks + tests,
    cxxLanguageStandard: .cxx17
)

for target in package.targets where target.type != .system {
    target.swiftSettings = [
        .swiftLanguageMode(.v6),
        // SE-0409: an import is internal unless it says otherwise.
        .enableUpcomingFeature("InternalImportsByDefault"),
        // SE-0335: existential types are written with `any`.
        .enableUpcomingFeature("ExistentialAny"),
        // SE-0444: a member is visible only where its module is imported.
        .enableUpcomingFeature("MemberImportVisibility"),
        .treatAllWarnings(as: .error),
    ]
    target.cSettings = [.treatAllWarnings(as: .error)]
    target.cxxSettings = [.treatAllWarnings(as: .error)]
}
