import Testing

@testable import QuickConnect

@Suite struct PluginDirectoriesTests {
    let paths = HostPaths(below: "/u")

    @Test func stand() {
        let directories = PluginDirectories.inOrder(given: ["/g2/", "/g1"], searchPath: "/e1:/e2", paths: paths)
        #expect(
            directories == [
                "/g2", "/g1", "/e1", "/e2", "/u/data/quickconnect/plugins", "/u/bin/plugins",
                "/u/lib/quickconnect/plugins",
            ])
    }

    @Test func standOnceEach() {
        let directories = PluginDirectories.inOrder(
            given: ["/u/bin//plugins/.", "/a"], searchPath: "::/a", paths: paths)
        #expect(
            directories == ["/u/bin/plugins", "/a", "/u/data/quickconnect/plugins", "/u/lib/quickconnect/plugins"])
    }

    @Test func countFromTheWorkingDirectory() {
        let directories = PluginDirectories.inOrder(given: ["here"], searchPath: nil, paths: paths)
        #expect(directories[0].hasPrefix("/"))
        #expect(directories[0].hasSuffix("/here"))
    }
}
