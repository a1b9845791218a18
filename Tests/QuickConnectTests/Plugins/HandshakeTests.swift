import Foundation
import Testing

@testable import QuickConnect

/// What a library says about itself when it is loaded, compared with its manifest.
@Suite struct HandshakeTests {
    let home: PluginHome

    init() throws { home = try PluginHome() }

    @Test(arguments: [
        (
            ["-DREFUSAL=\"install a sound server\""], "entry-refused",
            "refuses this host: UNAVAILABLE: install a sound server"
        ),
        (["-DSILENT_REFUSAL"], "entry-refused", "it gave no reason"),
        (
            ["-DID=\"test.other\""], "manifest-mismatch",
            "the library's id is \"test.other\", the manifest's \"test.plugin\""
        ),
        (["-DVERSION=\"2.0.0\""], "manifest-mismatch", "the library's version is \"2.0.0\", the manifest's \"1.0.0\""),
        (["-DID=NULL"], "bad-descriptor", "no id or no version"),
        (["-DABI_MAJOR=2"], "wrong-abi", "built for ABI 2.0, this host has 1.0"),
        (["-DABI_MINOR=1"], "wrong-abi", "built for ABI 1.1, this host has 1.0"),
        (["-DPOINTER_BITS=32"], "wrong-abi", "pointers have 32 bits, here they have 64"),
        (["-DSWIFT=\"5.9\""], "wrong-swift", "built with Swift 5.9, this host with"),
        (["-DPLUGIN_SIZE=71"], "bad-descriptor", "the descriptor's size is 71, at least 72 is expected"),
        (["-DCLASS_SIZE=31"], "bad-descriptor", "the size of class 0 is 31, at least 32 is expected"),
        (["-DCLASS_COUNT=2"], "bad-descriptor", "the class EchoBCO stands twice"),
        (["-DCLASS_COUNT=0"], "class-missing", "the manifest names the class EchoBCO, the library has none"),
        (["-DCLASS=\"OtherBCO\""], "class-missing", "the class EchoBCO, the library has OtherBCO"),
        (["-DCLASS=NULL"], "bad-descriptor", "the name of class 0 must be a letter"),
        (["-DCLASS=\"a b\""], "bad-descriptor", "the name of class 0 must be a letter"),
        (["-DCLASSES=NULL"], "bad-descriptor", "names 1 classes and has no table"),
        (["-DACTIVATE=NULL"], "bad-descriptor", "lacks activate or deactivate"),
        (["-DDO_COMMAND=NULL"], "bad-descriptor", "the class EchoBCO has no do_command"),
        (["-DSTAGE=QC_STAGE_VIEW"], "manifest-mismatch", "EchoBCO is of stage view, the manifest says business"),
        (["-DSTAGE=9"], "manifest-mismatch", "EchoBCO is of stage 9"),
    ])
    func refuses(flags: [String], code: String, words: String) throws {
        try home.add(library: FixtureCompiler.library("plugin.c", flags))
        let refusal = try #require(home.refusal())
        #expect(refusal.code.rawValue == code)
        #expect(refusal.message.contains(words), "\(refusal)")
        // The rest loads all the same.
        try home.addWorking("test.rest")
        #expect(home.refusal("test.rest") == nil)
    }

    @Test func comparesTheThreadThatTheManifestStates() throws {
        let classes = #""classes": [{"class": "EchoBCO", "stage": "business", "thread": "main"}]"#
        try home.addWorking("test.thread", more: classes)
        let refusal = try #require(home.refusal("test.thread"))
        #expect(refusal.code == .manifestMismatch)
        #expect(refusal.message.contains("EchoBCO runs on thread rule any, the manifest says main"))
    }

    @Test func acceptsALargerDescriptor() throws {
        try home.addWorking("test.larger", flags: ["-DPLUGIN_SIZE=4096", "-DCLASS_SIZE=4096"])
        #expect(home.refusal("test.larger") == nil)
    }

    @Test func passesOnWhatTheLinkerSays() throws {
        try home.add(library: FixtureCompiler.library("plugin.c", ["-DNEEDS"]))
        let refusal = try #require(home.refusal())
        #expect(refusal.code == .linkFailed)
        #expect(refusal.message.contains("undefined symbol: who; link the plugin with the library that defines it"))
    }

    @Test func namesAMissingLibraryOfTheSystem() throws {
        let beside = try FixtureCompiler.library(
            "beside.c", ["-fvisibility=default", "-Wl,-soname,libNotInstalled.so.7"])
        try home.add(library: FixtureCompiler.library("plugin.c", ["-DNEEDS", beside]))
        let refusal = try #require(home.refusal())
        #expect(refusal.code == .linkFailed)
        #expect(refusal.message.contains("libNotInstalled.so.7: cannot open shared object file"))
        #expect(refusal.message.contains("install the package that holds it"))
    }
}
