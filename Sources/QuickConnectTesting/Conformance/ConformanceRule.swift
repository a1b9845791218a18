/// A rule that every plugin keeps, by the name under which a result reports it.
public enum ConformanceRule: String, CaseIterable, Sendable {
    /// The manifest can be used, and nothing in it has no effect.
    case manifest = "manifest.valid"
    /// The library passes every check that is made before it is opened.
    case preflight = "library.preflight"
    /// The library exports its entry and nothing else.
    case exports = "library.exports"
    /// The library loads in less than 100 ms, waits for a processor left out.
    case loads = "library.loads"
    /// The entry gives the same descriptor each time.
    case entry = "entry.constant"
    /// A feature that nobody knows is answered with NULL.
    case features = "features.unknown"
    /// The library has the classes that the manifest names, and no others.
    case classes = "classes.match"
    /// A hundred activations leave no thread and no file descriptor behind.
    case leaks = "lifecycle.leaks"
    /// Two controllers may activate the plugin at once, and end it one after the other.
    case controllers = "lifecycle.controllers"
    /// Every command answers whatever parameters it is given.
    case answers = "commands.answer"
    /// Commands fail with codes that the plugin may use.
    case codes = "commands.codes"
    /// Nothing is written to standard output, which is the program's.
    case silence = "output.silent"

    /// True of rules that run the plugin's code: they are tried in a process of their own.
    var runsCode: Bool {
        switch self {
        case .manifest, .preflight, .exports, .silence: false
        default: true
        }
    }
}
