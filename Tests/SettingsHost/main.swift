/// A host with settings for plugins: what `qc send` does, for tests of what settings change.
///
/// Usage: SettingsHost PLUGINS ID [KEY=VALUE]... with messages on standard input, one a line; it prints the code of each
/// error, or `ok`.

import Glibc
import QuickConnect
import QuickConnectPlugin

let words = Array(CommandLine.arguments.dropFirst())
precondition(words.count >= 2, "usage: SettingsHost PLUGINS ID [KEY=VALUE]...")

var configuration = HostConfiguration()
configuration.name = "settings-host"
configuration.pluginDirectories = [words[0]]
configuration.pluginSettings[words[1]] = [:]
for setting in words.dropFirst(2) {
    let parts = setting.split(separator: "=", maxSplits: 1).map(String.init)
    configuration.pluginSettings[words[1]]?[parts[0]] = .string(parts[1])
}

let controller = FrontController(configuration)
while let line = readLine() {
    let reply = Array(line.utf8).withUnsafeBytes {
        controller.handleMessage($0, from: Source(.page, origin: "app://tests"))
    }
    if case .error(let error) = reply { print("\(error)") } else { print("ok") }
    // Whoever reads along waits for it.
    fflush(nil)
}
