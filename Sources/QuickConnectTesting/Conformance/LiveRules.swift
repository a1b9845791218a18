internal import CQuickConnect
internal import Foundation
internal import QuickConnect
internal import QuickConnectPlugin

/// The rules that run the plugin's code, in the process that was started for one of them.
struct LiveRules {
    typealias Finding = (outcome: ConformanceResult.Outcome, message: String)

    let folder: String
    let scratch: String
    let seed: UInt64

    /// Tries one rule, and writes what was found where the parent looks for it.
    func run(_ rule: ConformanceRule) {
        let found = PluginFolder(folder)
        let finding: Finding
        if let plugin = found.plugin, let manifest = plugin.manifest, plugin.isReady {
            finding = check(rule, plugin, manifest, found.directory)
        } else {
            finding = (.skipped, found.refusal ?? "there is no plugin")
        }
        write("\(finding.outcome.rawValue)\n\(finding.message)", "result")
    }

    func write(_ text: String, _ name: String) {
        // If it cannot be written, the parent finds nothing and says so.
        try? Data(text.utf8).write(to: URL(fileURLWithPath: scratch + "/" + name))
    }

    private func check(
        _ rule: ConformanceRule, _ plugin: InstalledPlugin, _ manifest: PluginManifest, _ directory: String
    ) -> Finding {
        let lifecycle = LifecycleRules(configuration: configuration(directory), id: manifest.id)
        switch rule {
        case .leaks: return lifecycle.leaks()
        case .controllers: return lifecycle.controllers()
        case .answers, .codes:
            let commands = CommandRules(
                configuration: configuration(directory), manifest: manifest, seed: seed, note: { write($0, "place") })
            return rule == .answers ? commands.answers() : commands.codes()
        default: return checkImage(rule, plugin, manifest)
        }
    }

    private func configuration(_ directory: String) -> HostConfiguration {
        var configuration = HostConfiguration()
        configuration.name = "qc-conformance"
        configuration.pluginDirectories = [directory]
        configuration.paths = HostPaths(below: scratch)
        configuration.storageFolder = scratch + "/storage"
        return configuration
    }

    private func checkImage(_ rule: ConformanceRule, _ plugin: InstalledPlugin, _ manifest: PluginManifest) -> Finding {
        do throws(PluginRefusal) {
            let waited = RunQueue.nanosecondsWaited
            let image = try PluginImage.load(plugin, paths: HostPaths(below: scratch))
            switch rule {
            case .loads: return loads(image, waited: RunQueue.nanosecondsWaited &- waited)
            case .entry: return entry(image)
            case .features: return features(image)
            default: return classes(image, manifest)
            }
        } catch {
            return (.failed, error.description)
        }
    }

    /// What other programs took of the processor meanwhile is none of the plugin's.
    private func loads(_ image: PluginImage, waited: UInt64) -> Finding {
        let milliseconds = (image.loadTime - min(waited, image.loadTime)) / 1_000_000
        return milliseconds < 100
            ? (.passed, "") : (.failed, "loading took \(milliseconds) ms; do less in initialisers and in the entry")
    }

    private func entry(_ image: PluginImage) -> Finding {
        typealias Entry = @convention(c) (qc_abi, UnsafeMutablePointer<qc_error>?) -> UnsafePointer<qc_plugin>?
        guard let handle = dlopen(image.file, RTLD_NOW | RTLD_NOLOAD), let symbol = dlsym(handle, "qc_plugin_entry")
        else { return (.failed, "the loaded library has no qc_plugin_entry") }
        var error = qc_error()
        error.size = UInt32(MemoryLayout<qc_error>.size)
        let again = unsafeBitCast(symbol, to: Entry.self)(HostABI.own, &error)
        return again == image.descriptor
            ? (.passed, "") : (.failed, "the entry gave another descriptor when it was called again; make it static")
    }

    private func features(_ image: PluginImage) -> Finding {
        guard let feature = image.descriptor.pointee.feature else { return (.passed, "") }
        for id in ["", "qc.conformance.unknown/1", "\u{1F600}", String(repeating: "x", count: 5000)]
        where feature(image.descriptor, id) != nil {
            return (.failed, "the feature \"\(id.prefix(40))\", which nobody knows, is answered; answer NULL")
        }
        return (.passed, "")
    }

    private func classes(_ image: PluginImage, _ manifest: PluginManifest) -> Finding {
        let count = Int(image.descriptor.pointee.class_count)
        let built = Set(
            (0..<count).compactMap { image.descriptor.pointee.classes?[$0]?.pointee.name.map { String(cString: $0) } })
        let missing = built.subtracting(manifest.classes.map(\.name)).sorted().joined(separator: ", ")
        return missing.isEmpty
            ? (.passed, "")
            : (.failed, "the manifest does not name \(missing), which the library has; add them to \"classes\"")
    }
}
