internal import CQuickConnect
internal import QuickConnectPlugin

/// A plugin's descriptor, of which every pointer that the host follows was found to be there.
struct CheckedDescriptor {
    let descriptor: UnsafePointer<qc_plugin>
    let classes: [String: UnsafePointer<qc_class>]

    /// Compares what the library says with what the manifest said.
    init(_ descriptor: UnsafePointer<qc_plugin>, _ manifest: PluginManifest, file: String) throws(PluginRefusal) {
        let check = DescriptorCheck(descriptor: descriptor, manifest: manifest, file: file)
        try check.size()
        try check.abi()
        try check.identity()
        try check.functions()
        classes = try check.classTable()
        self.descriptor = descriptor
        try check.manifestClasses(classes)
    }
}

/// The handshake: each fact by its name, with what was expected and what was found.
private struct DescriptorCheck {
    let descriptor: UnsafePointer<qc_plugin>
    let manifest: PluginManifest
    let file: String

    func refusal(_ code: PluginRefusal.Code, _ message: String) -> PluginRefusal {
        PluginRefusal(code, message, file: file)
    }

    /// The members up to and including `feature`, which version 1.0 has, must lie within what the plugin gave.
    func size() throws(PluginRefusal) {
        let expected = MemoryLayout<qc_plugin>.size
        guard Int(descriptor.pointee.size) >= expected else {
            throw refusal(
                .badDescriptor,
                "the descriptor's size is \(descriptor.pointee.size), at least \(expected) is expected; "
                    + "set it to sizeof(qc_plugin)")
        }
    }

    func abi() throws(PluginRefusal) {
        let found = descriptor.pointee.abi
        let host = HostABI.own
        guard PluginABI.host.accepts(PluginABI(major: found.major, minor: found.minor)) else {
            throw refusal(
                .wrongABI,
                "the library is built for ABI \(found.major).\(found.minor), this host has \(PluginABI.host); "
                    + "build it with this host's SDK")
        }
        guard PluginABI(major: found.major, minor: found.minor) == manifest.abi else {
            throw refusal(
                .manifestMismatch,
                "the library's ABI is \(found.major).\(found.minor), the manifest's \(manifest.abi); "
                    + "make them equal")
        }
        guard found.pointer_bits == host.pointer_bits else {
            throw refusal(
                .wrongABI,
                "the library says that pointers have \(found.pointer_bits) bits, here they have "
                    + "\(host.pointer_bits); set pointer_bits to 8 * sizeof(void *)")
        }
        guard let plugin = Self.text(found.swift_release) else { return }
        let own = Self.text(host.swift_release) ?? "none"
        guard plugin == own else {
            throw refusal(
                .wrongSwift,
                "the library is built with Swift \(plugin), this host with \(own); build it with Swift \(own), "
                    + "or with -static-stdlib")
        }
    }

    func identity() throws(PluginRefusal) {
        guard let id = Self.text(descriptor.pointee.id), let version = Self.text(descriptor.pointee.version) else {
            throw refusal(.badDescriptor, "the descriptor has no id or no version; set both")
        }
        guard id == manifest.id else {
            throw refusal(
                .manifestMismatch, "the library's id is \"\(id)\", the manifest's \"\(manifest.id)\"; make them equal")
        }
        guard version == manifest.version else {
            throw refusal(
                .manifestMismatch,
                "the library's version is \"\(version)\", the manifest's \"\(manifest.version)\"; "
                    + "install library and manifest together")
        }
    }

    func functions() throws(PluginRefusal) {
        guard descriptor.pointee.activate != nil, descriptor.pointee.deactivate != nil else {
            throw refusal(.badDescriptor, "the descriptor lacks activate or deactivate; set both")
        }
    }

    func classTable() throws(PluginRefusal) -> [String: UnsafePointer<qc_class>] {
        let count = Int(descriptor.pointee.class_count)
        guard count == 0 || descriptor.pointee.classes != nil, count <= 1 << 16 else {
            throw refusal(
                .badDescriptor, "the descriptor names \(count) classes and has no table for them; set classes")
        }
        var classes: [String: UnsafePointer<qc_class>] = [:]
        for index in 0..<count {
            guard let type = descriptor.pointee.classes?[index] else {
                throw refusal(.badDescriptor, "the entry \(index) of the class table is NULL; correct class_count")
            }
            let name = try className(type, index)
            guard classes.updateValue(type, forKey: name) == nil else {
                throw refusal(.badDescriptor, "the class \(name) stands twice in the class table; rename one")
            }
        }
        return classes
    }

    private func className(_ type: UnsafePointer<qc_class>, _ index: Int) throws(PluginRefusal) -> String {
        let expected = MemoryLayout<qc_class>.size
        guard Int(type.pointee.size) >= expected else {
            throw refusal(
                .badDescriptor,
                "the size of class \(index) is \(type.pointee.size), at least \(expected) is expected; "
                    + "set it to sizeof(qc_class)")
        }
        guard let name = Self.text(type.pointee.name), ManifestPattern.className.accepts(name) else {
            throw refusal(
                .badDescriptor, "the name of class \(index) must be \(ManifestPattern.className.words); correct it")
        }
        guard type.pointee.do_command != nil else {
            throw refusal(.badDescriptor, "the class \(name) has no do_command; set it")
        }
        return name
    }

    func manifestClasses(_ classes: [String: UnsafePointer<qc_class>]) throws(PluginRefusal) {
        for expected in manifest.classes {
            guard let found = classes[expected.name]?.pointee else {
                let names = classes.keys.sorted().joined(separator: ", ")
                throw refusal(
                    .classMissing,
                    "the manifest names the class \(expected.name), the library has "
                        + "\(names.isEmpty ? "none" : names); add the class or correct the manifest")
            }
            guard found.stage == expected.stage.rawValue else {
                let stage = Stage(rawValue: found.stage).map { "\($0)" } ?? "\(found.stage)"
                throw refusal(
                    .manifestMismatch,
                    "\(expected.name) is of stage \(stage), the manifest says \(expected.stage); "
                        + "make them equal")
            }
            if let thread = expected.thread, thread.rawValue != found.thread {
                let rule = ThreadRule(rawValue: found.thread).map { "\($0)" } ?? "\(found.thread)"
                throw refusal(
                    .manifestMismatch,
                    "\(expected.name) runs on thread rule \(rule), the manifest says \(thread); "
                        + "make them equal")
            }
        }
    }

    private static func text(_ pointer: UnsafePointer<CChar>?) -> String? {
        pointer.map { String(cString: $0) }
    }
}
