import QuickConnect
import QuickConnectPlugin
import Testing

@Suite struct LogEntryTests {
    @Test(arguments: [
        ("plain", "plain"), ("tab\tstays", "tab\tstays"), ("two\nlines", "two\\nlines"),
        ("\r\0\u{1B}[31m", "\\r\\0\\u{1B}[31m"),
        ("\u{85}\u{2028}\u{2029}", "\\u{0085}\\u{2028}\\u{2029}"), ("\u{202E}gnorw", "\\u{202E}gnorw"),
        ("\u{200B}\u{FEFF}", "\\u{200B}\\u{FEFF}"), ("\u{E000}", "\\u{E000}"), ("Gr\u{FC}\u{DF}e \u{1F600}", "Grüße 😀"),
        ("", ""),
    ])
    func isOneLine(message: String, shown: String) {
        #expect(LogEntry(.warning, message, plugin: "qc.x").line == "warning [qc.x] " + shown)
        #expect(LogEntry(.info, message).line == "info: " + shown)
    }
}
