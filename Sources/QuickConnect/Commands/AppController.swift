public import QuickConnectPlugin

/// The map from commands to command objects, by class name.
///
/// Any thread. Mappings come from plugin manifests, then from the app, then from code; all end here. A request that is
/// under way goes on with the mappings it began with.
public final class AppController: @unchecked Sendable {
    // All state stands under `lock`.

    /// The reserved command whose objects run, in each stage, before those of every command.
    public static let defaultCommand = "default"

    struct MappedObject {
        let plugin: String
        let className: String
        let stage: Stage
        /// True if the plugin's own manifest maps it.
        var isFromManifest = false
    }

    struct Mapping {
        var objects: [MappedObject] = []
        /// The route, until something it depends on changes.
        var memory: RouteMemory?
    }

    let lock = Lock()
    var mappings: [String: Mapping] = [:]
    var defaults: [MappedObject] = []
    /// The plugins whose manifests have mapped commands.
    var mappedPlugins: Set<String> = []
    unowned let controller: FrontController

    init(_ controller: FrontController) { self.controller = controller }

    /// Maps a command to a class of the validation stage.
    ///
    /// - Parameter command: The command, or ``defaultCommand``. A command may have many objects, and a class many
    ///   commands; they run in the order in which they were mapped.
    /// - Parameter className: A bare name, `"Module.Class"` or `"plugin.id/Class"`.
    /// - Throws: `BAD_COMMAND`; `CLASS_NOT_FOUND` naming the class, the places looked in and the nearest name, also
    ///   if several plugins have a class of that name, or the class stands in another stage.
    public func mapCommandToValCO(_ command: String, className: String) throws(CommandError) {
        try map(command, to: className, stage: .validation)
    }

    /// Maps a command to a class of the business stage. As ``mapCommandToValCO(_:className:)``.
    public func mapCommandToBCO(_ command: String, className: String) throws(CommandError) {
        try map(command, to: className, stage: .business)
    }

    /// Maps a command to a class of the view stage. As ``mapCommandToValCO(_:className:)``.
    public func mapCommandToVCO(_ command: String, className: String) throws(CommandError) {
        try map(command, to: className, stage: .view)
    }

    /// Maps a command to a class of the error stage. As ``mapCommandToValCO(_:className:)``.
    public func mapCommandToECO(_ command: String, className: String) throws(CommandError) {
        try map(command, to: className, stage: .error)
    }

    /// Maps a command to a class of any stage. As ``mapCommandToValCO(_:className:)``.
    public func map(_ command: String, to className: String, stage: Stage) throws(CommandError) {
        try AppController.check(command)
        let found = try controller.names.resolve(className, stage: stage)
        add(command, MappedObject(plugin: found.plugin, className: found.className, stage: stage))
        controller.routesChanged()
    }

    /// Takes a command out of the map. False if it was not in it.
    @discardableResult
    public func unmap(_ command: String) -> Bool {
        let found = lock.locked { () -> Bool in
            if command == AppController.defaultCommand {
                defer { defaults = [] }
                forgetRoutes()
                return !defaults.isEmpty
            }
            return mappings.removeValue(forKey: command) != nil
        }
        if found { controller.routesChanged() }
        return found
    }

    /// The commands that can be requested, sorted.
    public var commands: [String] { lock.locked { Array(mappings.keys) }.sorted() }

    /// The classes that a command is mapped to, `default` objects left out, as `"plugin.id/Class"` in their order.
    public func classes(of command: String) -> [String] {
        let objects = lock.locked {
            command == AppController.defaultCommand ? defaults : mappings[command]?.objects ?? []
        }
        return Stage.allCases.flatMap { stage in
            objects.filter { $0.stage == stage }.map { "\($0.plugin)/\($0.className)" }
        }
    }

    /// Adds a mapping whose class is known to exist.
    func add(_ command: String, _ object: MappedObject) {
        lock.locked {
            if command == AppController.defaultCommand {
                defaults.append(object)
                forgetRoutes()
            } else {
                mappings[command, default: Mapping()].objects.append(object)
                mappings[command]?.memory = nil
            }
        }
    }

    /// Lets every route be made anew. Under `lock`.
    func forgetRoutes() { for command in mappings.keys { mappings[command]?.memory = nil } }

    private static func check(_ command: String) throws(CommandError) {
        if command.isEmpty || command.utf8.contains(0) {
            throw CommandError(.badCommand, "a command is text of at least one character, without NUL")
        }
    }
}
