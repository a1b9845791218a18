internal import CQuickConnect

/// The descriptors that this image has handed out. They live as long as the process.
enum PluginDescription {
    /// A descriptor, followed by what its C functions need to find their way back to Swift.
    struct Described {
        var descriptor: qc_plugin
        let type: any Plugin.Type
    }

    /// A class of the table, followed by the Swift class that it stands for.
    struct DescribedClass {
        var descriptor: qc_class
        let type: any CommandClass.Type
    }

    // Read and written under `lock` alone; what it points to never changes.
    nonisolated(unsafe) private static var known: [[ObjectIdentifier]: UnsafePointer<qc_plugin>] = [:]
    nonisolated(unsafe) private static var states: [ObjectIdentifier: UnsafePointer<qc_plugin>] = [:]
    nonisolated(unsafe) private static var classes: [ObjectIdentifier: UnsafePointer<qc_class>] = [:]
    private static let lock = Lock()

    static func descriptor<P: Plugin>(
        of type: P.Type, classes: [any CommandClass<P>.Type]
    ) -> UnsafePointer<qc_plugin> {
        // A program may use a plugin with several lists of classes, as tests do.
        let key = [ObjectIdentifier(type)] + classes.map { ObjectIdentifier($0) }
        return lock.locked {
            if let descriptor = known[key] { return descriptor }
            let descriptor = make(type, classes.map { $0 as any CommandClass.Type })
            known[key] = descriptor
            return descriptor
        }
    }

    /// The descriptor of a plugin's state alone, without classes, for classes that are linked into the program.
    static func descriptor(ofState plugin: any Plugin.Type) -> UnsafePointer<qc_plugin> {
        lock.locked {
            if let descriptor = states[ObjectIdentifier(plugin)] { return descriptor }
            let descriptor = make(plugin, [])
            states[ObjectIdentifier(plugin)] = descriptor
            return descriptor
        }
    }

    /// The descriptor of one class.
    static func descriptor(ofClass type: any CommandClass.Type) -> UnsafePointer<qc_class> {
        lock.locked {
            if let descriptor = classes[ObjectIdentifier(type)] { return descriptor }
            let descriptor = make(type)
            classes[ObjectIdentifier(type)] = descriptor
            return descriptor
        }
    }

    private static func make(_ type: any Plugin.Type, _ classes: [any CommandClass.Type]) -> UnsafePointer<qc_plugin> {
        let table = UnsafeMutablePointer<UnsafePointer<qc_class>?>.allocate(capacity: max(classes.count, 1))
        for (index, type) in classes.enumerated() { table[index] = make(type) }
        let described = UnsafeMutablePointer<Described>.allocate(capacity: 1)
        described.initialize(
            to: Described(
                descriptor: qc_plugin(
                    size: UInt32(MemoryLayout<qc_plugin>.size), class_count: UInt32(classes.count), abi: HostABI.own,
                    id: StaticText.keep(type.id), version: StaticText.keep(type.version), classes: table,
                    activate: activate, deactivate: deactivate, feature: nil),
                type: type))
        return UnsafeRawPointer(described).assumingMemoryBound(to: qc_plugin.self)
    }

    private static func make(_ type: any CommandClass.Type) -> UnsafePointer<qc_class> {
        let described = UnsafeMutablePointer<DescribedClass>.allocate(capacity: 1)
        described.initialize(
            to: DescribedClass(
                descriptor: qc_class(
                    size: UInt32(MemoryLayout<qc_class>.size), stage: type.stage.rawValue, thread: type.thread.rawValue,
                    flags: type._mayWait ? UInt32(QC_CLASS_MAY_WAIT) : 0, name: StaticText.keep(type.name),
                    do_command: doCommand),
                type: type))
        return UnsafeRawPointer(described).assumingMemoryBound(to: qc_class.self)
    }
}

private func doCommand(
    _ described: UnsafePointer<qc_class>?, _ instance: UnsafeMutableRawPointer?, _ request: UnsafePointer<qc_request>?,
    _ result: UnsafeMutablePointer<qc_value>?
) -> qc_outcome {
    // The host passes what `make` built and `activate` gave.
    guard let described, let instance, let request, let result else { return qc_outcome(QC_STOP) }
    let own = UnsafeRawPointer(described).assumingMemoryBound(to: PluginDescription.DescribedClass.self)
    return own.pointee.type._run(instance, request, result)
}

private func activate(
    _ described: UnsafePointer<qc_plugin>?, _ host: UnsafePointer<qc_host>?,
    _ instance: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ error: UnsafeMutablePointer<qc_error>?
) -> Bool {
    guard let described, let host, let instance else { return false }
    let own = UnsafeRawPointer(described).assumingMemoryBound(to: PluginDescription.Described.self)
    return own.pointee.type._make(host, instance, error)
}

private func deactivate(_ described: UnsafePointer<qc_plugin>?, _ instance: UnsafeMutableRawPointer?) {
    guard let described, let instance else { return }
    let own = UnsafeRawPointer(described).assumingMemoryBound(to: PluginDescription.Described.self)
    own.pointee.type._end(instance)
}
