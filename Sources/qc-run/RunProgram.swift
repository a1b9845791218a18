internal import Glibc
internal import QuickConnect
internal import QuickConnectBridge

/// `qc run`: runs an app folder.
@main struct RunProgram {
    static func main() {
        do throws(RunError) {
            exit(try run(RunOptions.parse()))
        } catch {
            print("qc run: \(error.message)", toStandardError: true)
            exit(error.status)
        }
    }

    private static func run(_ options: RunOptions) throws(RunError) -> Int32 {
        if options.wantsHelp {
            print(RunOptions.usage, toStandardError: false)
            return 0
        }
        if let option = options.windowOptions.first {
            throw .usage("\(option) needs the web view host, which is not there yet")
        }
        guard options.isHeadless else { throw .usage("the web view host is not there yet; add --headless") }
        let folder = AppFolder(options.app)
        let (manifest, scripts) = try load(folder)
        let file = folder.path(of: AppManifest.fileName)
        let app = try AppSetup(manifest, file: file, plugins: options.pluginDirectories)
        for complaint in app.complaints { print("qc run: \(complaint)", toStandardError: true) }
        return try run(scripts, app.backend)
    }

    private static func load(_ folder: AppFolder) throws(RunError) -> (AppManifest, [Script]) {
        do throws(AppError) {
            let manifest = try folder.manifest()
            var scripts: [Script] = []
            for name in manifest.scripts {
                scripts.append(Script(name: folder.path(of: name), text: try folder.text(of: name)))
            }
            if scripts.isEmpty {
                throw AppError(
                    "the app has no scripts, and its page needs the web view host, which is not there yet",
                    file: folder.path(of: AppManifest.fileName))
            }
            return (manifest, scripts)
        } catch {
            throw .failed(error)
        }
    }

    private static func run(_ scripts: [Script], _ backend: FrontControllerBackend) throws(RunError) -> Int32 {
        do throws(BridgeError) {
            let host = try ScriptHost(backend: backend)
            Interruption.observe(waking: host.wakeDescriptor)
            host.interruption = { Interruption.signal }
            return host.run(scripts)
        } catch {
            throw .failed(error)
        }
    }

    private static func print(_ text: String, toStandardError: Bool) {
        var line = text.hasSuffix("\n") ? text : text + "\n"
        line.withUTF8 { ScriptOutput.standard.print(toStandardError, UnsafeRawBufferPointer($0)) }
    }
}
