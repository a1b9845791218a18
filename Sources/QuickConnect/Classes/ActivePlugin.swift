internal import CQuickConnect
internal import Glibc
internal import QuickConnectPlugin

/// A plugin in one controller: its classes, its state once a command needed it, and the end of that state.
// All mutable state stands under `lock`; class records are atomic where requests read them.
final class ActivePlugin: @unchecked Sendable {
    /// Where a plugin comes from.
    enum Origin {
        /// A folder; its library is loaded when a command first needs it.
        case installed(InstalledPlugin)
        /// The program itself. With an instance, if the program made one.
        case linked(UnsafePointer<qc_plugin>, (any Plugin)?)
    }

    /// How far a plugin has come.
    enum State {
        case idle
        case comingUp(pthread_t)
        case active(Activation)
        case failed(CommandError, at: Int)
        /// Being deactivated.
        case ending
        case ended
    }

    // Made once, never written.
    nonisolated(unsafe) static let commandPhase = Text.keep("command")

    let id: String
    let version: String
    /// By what the controller finds it: the id, but for a class of the program that stands alone.
    var key: String
    let origin: Origin
    // Made once, never written, never freed.
    nonisolated(unsafe) let idText: UnsafePointer<CChar>
    nonisolated(unsafe) let versionText: UnsafePointer<CChar>
    nonisolated(unsafe) let inputsText: UnsafePointer<CChar>
    // The controller owns its plugins and ends them before it goes. No weak reference: one makes every count slow.
    private unowned(unsafe) let owner: FrontController

    private let ownLane: Lane
    let lock = Lock()
    let activationLock = Lock()
    var state = State.idle
    var records: [String: UnsafeMutablePointer<ClassRecord>] = [:]
    private var linkedClasses: [String: UnsafePointer<qc_class>] = [:]
    var loadTime: UInt64 = 0
    /// What this one takes the place of, until that has ended.
    var predecessor: ActivePlugin?
    private let raisable: Set<String>?

    init(_ origin: Origin, _ controller: FrontController, lanes: Lane.Waiting) {
        self.origin = origin
        owner = controller
        ownLane = Lane(lanes)
        switch origin {
        case .installed(let plugin):
            id = plugin.id
            version = plugin.manifest?.version ?? ""
            inputsText = Text.keep(plugin.inputs)
            raisable = Set(plugin.manifest?.errorCodes ?? [])
        case .linked(let descriptor, _):
            id = String(cString: descriptor.pointee.id)
            version = String(cString: descriptor.pointee.version)
            inputsText = Text.keep("")
            raisable = nil
        }
        key = id
        idText = Text.keep(id)
        versionText = Text.keep(version)
    }

    deinit {
        for record in records.values {
            record.deinitialize(count: 1)
            record.deallocate()
        }
        for text in [idText, versionText, inputsText] { UnsafeMutablePointer(mutating: text).deallocate() }
    }

    /// The controller, which outlives this.
    var controller: FrontController { owner }

    /// The manifest, of a plugin that was found in a folder.
    var manifest: PluginManifest? { if case .installed(let plugin) = origin { plugin.manifest } else { nil } }

    /// The Swift module of an installed library, by its file name: `libSound.so` is of the module `Sound`.
    var moduleName: String? {
        guard let library = manifest?.library, library.hasPrefix("lib"), library.hasSuffix(".so") else { return nil }
        return String(library.dropFirst(3).dropLast(3))
    }

    /// What excludes the calls of `object` that are not `any`.
    func lane(of object: UnsafeMutablePointer<ClassRecord>) -> Lane { ownLane }

    /// True if the plugin's objects may answer with the error `code`.
    func mayRaise(_ code: String) -> Bool {
        let code = ErrorCode(rawValue: code)
        if ErrorCode.common.contains(code) { return true }
        guard !ErrorCode.reservedForHost.contains(code), !code.rawValue.isEmpty else { return false }
        return raisable?.contains(code.rawValue) ?? true
    }

    /// The class `name` as commands are mapped to it; nil if the plugin has none of that name.
    func record(_ name: String) -> UnsafeMutablePointer<ClassRecord>? {
        lock.locked {
            if let record = records[name] { return record }
            guard let stage = stage(of: name) else { return nil }
            let record = UnsafeMutablePointer<ClassRecord>.allocate(capacity: 1)
            record.initialize(
                to: ClassRecord(
                    stage: stage, name: controller.classNumbers.text(name),
                    number: controller.classNumbers.number(of: name, in: id), plugin: Unmanaged.passUnretained(self)))
            records[name] = record
            return record
        }
    }

    /// The names of the plugin's classes.
    var classNames: [String] {
        switch origin {
        case .installed(let plugin): plugin.manifest?.classes.map(\.name) ?? []
        case .linked(let descriptor, _):
            // Not the classes that were adopted: they keep their full names, whatever was mapped before.
            descriptor.classTable.map { String(cString: $0.pointee.name) }
        }
    }

    /// Adds a class of the program to a plugin of the program.
    func add(_ linked: LinkedClass) { lock.locked { linkedClasses[linked.name] = linked.descriptor } }

    /// The class `name` of a plugin whose descriptor is known. Under `lock`, or before the plugin is in use.
    func descriptor(of name: String, in plugin: UnsafePointer<qc_plugin>) -> UnsafePointer<qc_class>? {
        plugin.classNamed(name) ?? linkedClasses[name]
    }

    private func stage(of name: String) -> Stage? {
        switch origin {
        case .installed(let plugin): plugin.manifest?.pluginClass(named: name)?.stage
        case .linked(let plugin, _): descriptor(of: name, in: plugin).flatMap { Stage(rawValue: $0.pointee.stage) }
        }
    }
}

extension UnsafePointer<qc_plugin> {
    /// The classes of a descriptor that was checked.
    var classTable: [UnsafePointer<qc_class>] {
        (0..<Int(pointee.class_count)).compactMap { pointee.classes?[$0] }
    }

    /// The class `name`, or nil.
    func classNamed(_ name: String) -> UnsafePointer<qc_class>? {
        classTable.first { String(cString: $0.pointee.name) == name }
    }
}
