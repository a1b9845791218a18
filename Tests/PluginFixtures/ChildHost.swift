import Foundation

/// A process with a host in it, which takes messages line by line, and may be killed at any moment.
package final class ChildHost {
    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var received = Data()

    init(_ plugin: String, home: String) throws {
        signal(SIGPIPE, SIG_IGN)
        let folder = URL(filePath: plugin)
        process.executableURL = URL(filePath: BuiltPlugin.buildFolder + "/SettingsHost")
        process.arguments = [folder.deletingLastPathComponent().path, folder.lastPathComponent]
        var variables = ProcessInfo.processInfo.environment
        for name in ["CACHE", "STATE", "CONFIG", "DATA"] { variables["XDG_\(name)_HOME"] = home }
        process.environment = variables
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        // A pipe that holds what a test sends without waiting.
        _ = fcntl(input.fileHandleForWriting.fileDescriptor, F_SETFL, O_NONBLOCK)
    }

    /// Sends a message, or as much of it as the process takes without being waited for.
    package func send(_ command: String, _ parameters: [Any]) throws {
        let envelope: [String: Any] = ["v": 1, "cmd": command, "params": parameters]
        let line = try JSONSerialization.data(withJSONObject: envelope) + Data("\n".utf8)
        var sent = 0
        let end = ContinuousClock.now + .seconds(20)
        while sent < line.count, ContinuousClock.now < end {
            let count = line.withUnsafeBytes {
                write(input.fileHandleForWriting.fileDescriptor, $0.baseAddress.map { $0 + sent }, line.count - sent)
            }
            if count < 0, errno == EPIPE { return }
            if count > 0 { sent += count } else { usleep(200) }
        }
    }

    /// The next reply: `ok`, or an error; empty if the process has ended.
    package func reply() -> String {
        while true {
            if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
                defer { received = Data(received[(end + 1)...]) }
                return String(decoding: received[..<end], as: UTF8.self)
            }
            let more = output.fileHandleForReading.availableData
            guard !more.isEmpty else { return "" }
            received.append(more)
        }
    }

    /// Kills it with SIGKILL, and waits until it is gone.
    package func kill() {
        Glibc.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }
}
