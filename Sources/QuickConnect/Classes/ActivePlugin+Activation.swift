internal import CLinux
internal import CQuickConnect
internal import Glibc
internal import QuickConnectPlugin
internal import Synchronization

extension ActivePlugin {
    /// Nanoseconds until a plugin that would not be activated is tried again.
    private static let retryAfter = 1_000_000_000

    /// Makes a class callable: loads the plugin and activates it, if that was not done. Any thread; may take long.
    ///
    /// - Returns: Why it cannot be called; nil if it can.
    func bringUp(_ object: UnsafeMutablePointer<ClassRecord>) -> CommandError? {
        if object.pointee.isReady.load(ordering: .acquiring) { return nil }
        let order = controller.plugins.activations
        guard order.beginWait(for: self) else { return usedTooEarly }
        // One activation at a time; whoever comes meanwhile waits for its outcome.
        let (error, isNews) = activationLock.locked {
            order.endWait()
            return bringUpAlone(object)
        }
        // Under no lock, since whoever takes the log may send requests.
        if isNews, let error { controller.log(.error, error.message, plugin: id) }
        return error
    }

    private var usedTooEarly: CommandError {
        CommandError(.busy, "the plugin \(id) is being activated, and its activation waits for this; call it later")
    }

    /// The thread that activates the plugin now, if one does.
    var activatingThread: pthread_t? { lock.locked { if case .comingUp(let thread) = state { thread } else { nil } } }

    /// Under `activationLock`. Why the class cannot be called, and whether nobody was told so yet.
    private func bringUpAlone(_ object: UnsafeMutablePointer<ClassRecord>) -> (CommandError?, isNews: Bool) {
        switch lock.locked({ state }) {
        case .active(let activation): return (fill(object, activation), false)
        case .ending, .ended, .comingUp:
            let error = CommandError(
                .unavailable, "the plugin \(id) was disabled by this program, which can enable it with enablePlugin")
            return (error, false)
        case .failed(let error, let moment) where Clock.nanoseconds - moment < ActivePlugin.retryAfter:
            return (error, false)
        case .failed, .idle: break
        }
        guard isPredecessorOver else {
            return (CommandError(.busy, "the plugin \(id) still ends earlier requests; try again"), false)
        }
        lock.locked { state = .comingUp(pthread_self()) }
        do throws(CommandError) {
            let activation = try activate()
            lock.locked { state = .active(activation) }
            return (fill(object, activation), false)
        } catch {
            lock.locked { state = .failed(error, at: Clock.nanoseconds) }
            return (error, true)
        }
    }

    private var isPredecessorOver: Bool {
        guard lock.locked({ predecessor })?.isOver ?? true else { return false }
        lock.locked { predecessor = nil }
        return true
    }

    /// True once the states of this plugin and of those before it are gone.
    private var isOver: Bool {
        let (reached, before) = lock.locked { (state, predecessor) }
        guard case .ended = reached else { return false }
        return before?.isOver ?? true
    }

    private func activate() throws(CommandError) -> Activation {
        switch origin {
        case .linked(let descriptor, let instance):
            return try Activation(descriptor, self, controller, instance: instance)
        case .installed(let plugin):
            let image = try load(plugin)
            do throws(CommandError) {
                return try Activation(image.descriptor, self, controller, instance: nil)
            } catch {
                throw explained(error)
            }
        }
    }

    private func load(_ plugin: InstalledPlugin) throws(CommandError) -> PluginImage {
        do throws(PluginRefusal) {
            let image = try PluginImage.load(plugin, paths: controller.configuration.paths)
            lock.locked { loadTime = image.loadTime }
            return image
        } catch {
            throw CommandError(.unavailable, "the plugin \(id) cannot be used: \(error)")
        }
    }

    /// What a plugin says that will not be activated, with its own code if that is one it may use.
    private func explained(_ error: CommandError) -> CommandError {
        let isItsOwn = mayRaise(error.code.rawValue)
        let reason = isItsOwn ? error.message : "\(error.code): \(error.message)"
        return CommandError(isItsOwn ? error.code : .unavailable, "the plugin \(id) cannot be used: \(reason)")
    }

    /// Copies what calls need into the class's record.
    private func fill(_ object: UnsafeMutablePointer<ClassRecord>, _ activation: Activation) -> CommandError? {
        if object.pointee.isReady.load(ordering: .acquiring) { return nil }
        let name = String(cString: object.pointee.name)
        guard let descriptor = lock.locked({ self.descriptor(of: name, in: activation.descriptor) }) else {
            return CommandError(.classNotFound, "the plugin \(id) has no class \(name)")
        }
        object.pointee.descriptor = descriptor
        object.pointee.instance = activation.instance
        object.pointee.doCommand = descriptor.pointee.do_command
        object.pointee.thread = ThreadRule(rawValue: descriptor.pointee.thread) ?? .serial
        object.pointee.mayWait = descriptor.pointee.flags & UInt32(QC_CLASS_MAY_WAIT) != 0
        object.pointee.isReady.store(true, ordering: .releasing)
        setRunsAnywhere(object)
        return nil
    }

    /// Notes whether a class can be called without looking at threads.
    func setRunsAnywhere(_ object: UnsafeMutablePointer<ClassRecord>) {
        // Looked at and noted under the lock, so that what was seen before a window opened is not noted after it.
        lock.locked {
            let isReady = object.pointee.isReady.load(ordering: .acquiring)
            let hasWindow = controller.hasWindow
            object.pointee.runsAnywhere.store(
                isReady && object.pointee.thread == .any && !object.pointee.mayWait && !hasWindow, ordering: .releasing)
        }
    }

    /// Notes that a window was opened or closed.
    func windowsChanged() { for record in lock.locked({ Array(records.values) }) { setRunsAnywhere(record) } }

    /// Ends the plugin's state. No request may be in it, and none comes.
    func end() {
        let activation = lock.locked { () -> Activation? in
            for record in records.values {
                record.pointee.runsAnywhere.store(false, ordering: .releasing)
                record.pointee.isReady.store(false, ordering: .releasing)
            }
            switch state {
            case .active(let activation):
                state = .ending
                return activation
            case .ending: return nil
            case .idle, .comingUp, .failed, .ended:
                state = .ended
                return nil
            }
        }
        guard let activation else { return }
        activation.end()
        // Only now may the next generation be activated.
        lock.locked { state = .ended }
    }
}
