// swift-tools-version: 6.3
import PackageDescription

// Rooms, from the ground up: a room uses only what stands above it in this list.

var libraries: [Target] = [
    // The plugin ABI. Public headers, nothing else.
    .target(name: "CQuickConnect"),
    // What Linux offers and Swift cannot import: variadics, macros, thread-local variables.
    .target(name: "CLinux"),
    // Debian's libsimdjson, and the C face that Swift sees of it. (No pkg-config: the only flag in its file is one that
    // SwiftPM refuses, with a warning at every build.)
    .systemLibrary(name: "CSimdjsonLibrary", providers: [.apt(["libsimdjson-dev"])]),
    .target(
        name: "CSimdjson", dependencies: ["CQuickConnect", "CSimdjsonLibrary"],
        linkerSettings: [.linkedLibrary("simdjson")]),
    // All that a plugin author imports.
    .target(name: "QuickConnectPlugin", dependencies: ["CQuickConnect"]),
    // The host.
    .target(
        name: "QuickConnect", dependencies: ["CQuickConnect", "CLinux", "CSimdjson", "QuickConnectPlugin"]),
    // Debian's JavaScriptCore: its C interface, not GObject's.
    .systemLibrary(
        name: "CJavaScriptCore", pkgConfig: "javascriptcoregtk-4.1", providers: [.apt(["libjavascriptcoregtk-4.1-dev"])]
    ),
    // JavaScript's view, without a browser.
    .target(
        name: "QuickConnectBridge", dependencies: ["CJavaScriptCore", "QuickConnect"],
        resources: [
            .embedInCode("JavaScript/console.js"), .embedInCode("JavaScript/web.js"),
            .embedInCode("JavaScript/quickconnect.js"),
        ]),
]

var tests: [Target] = [
    .testTarget(
        name: "QuickConnectTests", dependencies: ["QuickConnect", "QuickConnectPlugin", "CQuickConnect"],
        exclude: ["Messages/Data"]),
    .testTarget(
        name: "QuickConnectBridgeTests", dependencies: ["QuickConnectBridge"], resources: [.copy("messages.json")]),
]

let package = Package(
    name: "QuickConnect",
    products: [
        .library(name: "QuickConnect", targets: ["QuickConnect"]),
        .library(name: "QuickConnectPlugin", targets: ["QuickConnectPlugin"]),
    ],
    targets: libraries + tests,
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
