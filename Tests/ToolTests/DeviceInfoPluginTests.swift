import Foundation
import Testing

@Suite struct DeviceInfoPluginTests {
    var tool: Tool
    init() throws { tool = try Tool() }

    private func description(_ environment: [String: String] = [:]) async throws -> [String: Any] {
        var tool = tool
        tool.environment = environment
        let run = try await tool.runWithPlugins(["call", "sendDeviceDescription", #"["object"]"#])
        return try #require(run.json as? [String: Any])
    }

    /// What a shell of this machine says.
    private func shell(_ script: String) throws -> String {
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", script]
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }

    @Test(arguments: [
        ("name", "hostname 2>/dev/null || cat /proc/sys/kernel/hostname"), ("kernel", "uname -r"),
        ("architecture", "uname -m"), ("systemName", ". /etc/os-release; echo \"$NAME\""),
        ("systemVersion", ". /etc/os-release; echo \"$VERSION_ID\""),
        (
            "model",
            "cat /sys/class/dmi/id/product_name 2>/dev/null || tr -d '\\0' </proc/device-tree/model 2>/dev/null || uname -m"
        ),
    ])
    func tellsWhatTheMachineSays(key: String, script: String) async throws {
        let told = try shell(script).trimmingCharacters(in: .whitespaces)
        #expect(try await description()[key] as? String == told)
    }

    @Test func countsProcessorsAndMemory() async throws {
        let description = try await description()
        #expect(try description["processors"] as? Int == Int(shell("getconf _NPROCESSORS_ONLN")))
        #expect(description["memory"] as? UInt64 == ProcessInfo.processInfo.physicalMemory)
    }

    @Test func namesItsHost() async throws {
        let description = try await description()
        #expect(description["hostName"] as? String == "qc")
        let version = try await tool.run(["--version"]).text
        #expect("qc \(description["hostVersion"] ?? "")\n" == version)
        #expect(["Release", "Beta"].contains(description["build"] as? String))
    }

    @Test(arguments: [
        ("de_DE.UTF-8", "", "", "de_DE"), ("", "fr_FR", "en_US.UTF-8", "fr_FR"),
        ("", "", "ca_ES.UTF-8@valencia", "ca_ES@valencia"),
        ("", "", "", "C"), ("C.UTF-8", "fr_FR", "", "C"),
    ])
    func takesTheLocaleForMessages(all: String, messages: String, lang: String, locale: String) async throws {
        let environment = ["LC_ALL": all, "LC_MESSAGES": messages, "LANG": lang]
        #expect(try await description(environment)["locale"] as? String == locale)
    }

    @Test(arguments: [
        ("Europe/Berlin", "Europe/Berlin"), (":America/Lima", "America/Lima"), ("CET-1CEST", "CET-1CEST"),
        ("/usr/share/zoneinfo/Asia/Tokyo", "Asia/Tokyo"), (":/usr/share/zoneinfo/posix/Asia/Tokyo", "Asia/Tokyo"),
    ])
    func takesTheTimeZoneOfTheEnvironment(variable: String, zone: String) async throws {
        #expect(try await description(["TZ": variable])["timeZone"] as? String == zone)
    }

    @Test func survivesAnEnvironmentThatIsTooLong() async throws {
        let description = try await description([
            "TZ": String(repeating: "x", count: 5000), "LC_ALL": String(repeating: "y", count: 5000),
        ])
        #expect(description["timeZone"] is NSNull)
        #expect(description["locale"] is NSNull)
    }

    @Test(arguments: [[], ["null"], ["[]"], [#"["array"]"#], [#"{"as":"array"}"#]])
    func givesTheOriginalsArray(parameters: [String]) async throws {
        let run = try await tool.runWithPlugins(["call", "sendDeviceDescription"] + parameters)
        let array = try #require(run.json as? [AnyHashable])
        let object = try await description()
        let keys = [
            "name", "model", "systemName", "systemVersion", "locale", "timeZone", "processors", "build", "hostVersion",
        ]
        #expect(array == keys.map { object[$0] as? AnyHashable })
    }

    @Test(arguments: ["1", "\"list\"", "{}", #"{"as":1}"#, #"["array","array"]"#, "[[]]", "true"])
    func refusesOtherParameters(parameters: String) async throws {
        let run = try await tool.runWithPlugins(["call", "sendDeviceDescription", parameters])
        #expect((run.json as? [String: Any])?["code"] as? String == "INVALID_PARAMETERS")
        #expect(run.status == 1)
    }

    /// Runs the parser of os-release on a file of this test's.
    @Test(arguments: [
        ("NAME=plain\n", "plain"), ("NAME=\"a \\\"b\\\" \\$c\"\n", "a \"b\" $c"), ("NAME='it is'\n", "it is"),
        ("X_NAME=no\nNAME=a\nNAME=b\n", "b"), ("NAME=\"unfinished\nX=1\n", "unfinished"), ("NAME=\nX=1\n", "-"),
        ("NAME_X=no\n", "-"), ("", "-"), ("#NAME=no\nNAME=x # comment\n", "x"), ("NAME=last", "last"),
    ])
    func readsOSRelease(content: String, name: String) throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Plugins/DeviceInfo").path
        let file = try tool.file("os-release", Data(content.utf8))
        let program = tool.home.path + "/parse"
        let main = try tool.file(
            "main.c",
            Data(
                """
                #include <stdio.h>
                #include "facts.h"
                int main(void) {
                    char text[FACT_SIZE];
                    puts(fact_release("NAME", text, sizeof text) ? text : "-");
                    return 0;
                }

                """.utf8))
        let command = """
            clang -std=c99 -I '\(folder)' -DOS_RELEASE='"\(file)"' -o '\(program)' '\(main)' \
            '\(folder)/os_release.c' '\(folder)/text_file.c' && '\(program)'
            """
        #expect(try shell(command) == name)
    }
}
