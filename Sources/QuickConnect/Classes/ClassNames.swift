internal import QuickConnectPlugin

/// From class names to classes: those of plugins by bare name, by `Module.Class` and by `plugin.id/Class`, then those of
/// the program itself, by the Swift runtime's own look-up.
///
/// Names come from manifests, from the app's own file and from code. Text from a page never comes here: the runtime's
/// look-up also takes mangled names.
struct ClassNames {
    /// A class that was found.
    struct Found {
        /// The key of the plugin that has it.
        let plugin: String
        let className: String
    }

    unowned let controller: FrontController

    /// The class that `name` stands for.
    ///
    /// - Throws: `CLASS_NOT_FOUND`.
    func resolve(_ name: String, stage: Stage) throws(CommandError) -> Found {
        guard ClassNames.isName(name) else {
            throw CommandError(
                .classNotFound,
                "\"\(name.prefix(100))\" is no class name; write Class, Module.Class or plugin.id/Class")
        }
        let found = try find(name)
        guard let record = controller.plugins.enabled(found.plugin)?.record(found.className) else {
            throw CommandError(
                .classNotFound, "the class \(name) belongs to the plugin \(found.plugin), which is disabled")
        }
        guard record.pointee.stage == stage else {
            throw CommandError(
                .classNotFound,
                "the class \(name) stands in the \(record.pointee.stage) stage, not in the \(stage) stage; map it there"
            )
        }
        return found
    }

    private func find(_ name: String) throws(CommandError) -> Found {
        if let slash = name.lastIndex(of: "/") {
            return try inPlugin(String(name[..<slash]), String(name[name.index(after: slash)...]))
        }
        let (module, className) = ClassNames.split(name)
        let owners = controller.plugins.owners(of: className, module: module)
        if owners.count > 1 {
            let claims = owners.map { "\($0)/\(className)" }.joined(separator: " and ")
            throw CommandError(.classNotFound, "several plugins have a class \(className): write \(claims)")
        }
        if let owner = owners.first { return Found(plugin: owner, className: className) }
        if let linked = inProgram(module, className) { return linked }
        throw notFound(name, className)
    }

    private func inPlugin(_ id: String, _ className: String) throws(CommandError) -> Found {
        guard let plugin = controller.plugins.enabled(id) else {
            let reason = controller.plugins.whyUnusable(id) ?? "is not installed"
            throw CommandError(.classNotFound, "the class \(className) cannot be used: the plugin \(id) \(reason)")
        }
        guard plugin.classNames.contains(className) else {
            let nearest = Nearness.nearest(to: className, in: plugin.classNames).map { "; did you mean \($0)?" }
            throw CommandError(.classNotFound, "the plugin \(id) has no class \(className)\(nearest ?? "")")
        }
        return Found(plugin: id, className: className)
    }

    /// A class of the program, which needs no registration.
    private func inProgram(_ module: String?, _ className: String) -> Found? {
        for module in module.map({ [$0] }) ?? controller.configuration.modules {
            guard ClassNames.isIdentifier(module), ClassNames.isIdentifier(className),
                let type = _typeByName("\(module).\(className)") as? any CommandClass.Type
            else { continue }
            return controller.plugins.adopt(type, qualified: "\(module).\(className)")
        }
        return nil
    }

    private func notFound(_ name: String, _ className: String) -> CommandError {
        let known = controller.plugins.classNames
        let places =
            controller.plugins.placesLookedIn
            + (name.contains(".") ? "" : " (of the program itself: name it as Module.Class)")
        let nearest = Nearness.nearest(to: className, in: known).map { "; did you mean \($0)?" } ?? ""
        return CommandError(.classNotFound, "there is no class \(name) in \(places)\(nearest)")
    }

    private static func split(_ name: String) -> (module: String?, className: String) {
        guard let dot = name.lastIndex(of: ".") else { return (nil, name) }
        return (String(name[..<dot]), String(name[name.index(after: dot)...]))
    }

    /// True of the three forms of class names, and of nothing that could mean more to a look-up.
    private static func isName(_ name: String) -> Bool {
        guard name.utf8.count <= 500 else { return false }
        if let slash = name.lastIndex(of: "/") {
            return isIdentifier(name[name.index(after: slash)...]) && !name[..<slash].contains("/")
        }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count <= 2 && parts.allSatisfy { isIdentifier($0) }
    }

    private static func isIdentifier(_ text: some StringProtocol) -> Bool {
        guard let first = text.unicodeScalars.first, text.utf8.count <= 200 else { return false }
        let isLetter = { (scalar: Unicode.Scalar) in scalar.properties.isAlphabetic || scalar == "_" }
        // A mangled name begins with a dollar sign or a digit, neither of which may stand here.
        return isLetter(first) && text.unicodeScalars.allSatisfy { isLetter($0) || ("0"..."9").contains($0) }
    }
}
