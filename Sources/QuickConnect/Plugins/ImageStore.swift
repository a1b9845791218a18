internal import Glibc

/// The private copies from which plugins are loaded: one folder for each content, named by its hash.
///
/// A copy is made in a folder of its own and renamed when it is whole, so that two processes never see half of one;
/// whoever comes second takes the first one's. Who uses a copy holds a shared `flock(2)` on its `.lock` as long as the
/// process lives, and touches that file at most once a day; what nobody locks and nobody touched for 30 days is
/// removed.
struct ImageStore {
    /// `$XDG_CACHE_HOME/quickconnect/images`.
    let folder: String

    static let lockName = ".lock"

    /// `ST_NOEXEC` of `statvfs(3)`, which the C library declares for programs in C alone.
    private static let noExec: UInt = 8

    init(_ paths: HostPaths) { folder = paths.cache + "/quickconnect/images" }

    /// The folder of the copy of `files`, made if it is not there, checked against the hash if it is. It stays as long
    /// as this process lives.
    func copy(of files: borrowing PluginFiles) throws(PluginRefusal) -> String {
        try prepare()
        let path = folder + "/" + files.hash
        // Several rounds, since others may remove or replace what was found between two steps.
        for _ in 0..<8 {
            if let lock = try lock(path) {
                if try isWhole(path, files) {
                    lock.keepOpen()
                    return path
                }
                try discardCopy(path)
            }
            try make(files, path)
        }
        throw PluginRefusal(
            .imageStore, "another process keeps changing this copy; remove it and try again", file: path)
    }

    // MARK: Folders

    private func prepare() throws(PluginRefusal) {
        do { try Folder.make(folder) } catch { throw refusal(error, "the folder of private copies cannot be made") }
        try check(FilePath.parent(of: folder), forbidden: S_IWGRP | S_IWOTH, fix: "go-w")
        try check(folder, forbidden: 0o077, fix: "go-rwx")
        var system = statvfs()
        if statvfs(folder, &system) == 0, system.f_flag & Self.noExec != 0 {
            throw PluginRefusal(
                .noExec,
                "\(Folder.mountPoint(of: folder)) is mounted noexec, so nothing in it can be executed; set XDG_CACHE_HOME to a "
                    + "folder on another file system", file: folder)
        }
    }

    private func check(_ path: String, forbidden: mode_t, fix: String) throws(PluginRefusal) {
        var status = stat()
        guard lstat(path, &status) == 0 else { throw refusal(.last, "the folder of private copies cannot be read") }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw PluginRefusal(.imageStore, "this is no folder; remove it, it is made anew", file: path)
        }
        guard status.st_uid == geteuid() else {
            let owner = "this folder belongs to user \(status.st_uid), not to you (\(geteuid()))"
            throw PluginRefusal(.imageStore, "\(owner); set XDG_CACHE_HOME to a folder of your own", file: path)
        }
        guard status.st_mode & forbidden == 0 else {
            throw PluginRefusal(.imageStore, "others can reach the private copies; chmod \(fix) '\(path)'", file: path)
        }
    }

    private func refusal(_ error: SystemError, _ what: String) -> PluginRefusal {
        switch error.number {
        case ENOSPC, EDQUOT:
            PluginRefusal(.noSpace, "\(what): \(error); make room there, or set XDG_CACHE_HOME", file: folder)
        default:
            PluginRefusal(.imageStore, "\(what): \(error); make it writable, or set XDG_CACHE_HOME", file: folder)
        }
    }

    // MARK: Copies

    /// The lock on the copy at `path`, or nil if there is no copy.
    private func lock(_ path: String) throws(PluginRefusal) -> OpenFile? {
        do throws(SystemError) {
            // Not for writing: a copy on a read-only file system is as good.
            let file = try OpenFile(path + "/" + Self.lockName, O_RDONLY | O_NOFOLLOW)
            guard flock(file.descriptor, LOCK_SH) == 0 else { throw SystemError.last }
            // Whoever held it before us may have removed the copy.
            guard let held = try? FileIdentity(file.status()), FileIdentity(path: path + "/" + Self.lockName) == held
            else { return nil }
            if time(nil) - Int(held.modified / 1_000_000_000) > 86_400 { futimens(file.descriptor, nil) }
            return file
        } catch {
            if error.number == ENOENT { return nil }
            throw refusal(error, "the private copy cannot be opened")
        }
    }

    /// True if the copy holds exactly what was checked, byte by byte.
    private func isWhole(_ path: String, _ files: borrowing PluginFiles) throws(PluginRefusal) -> Bool {
        for library in files.libraries where !Self.isEqual(path + "/" + library.content.name, library.content.bytes) {
            return false
        }
        let names = (try? Folder.names(in: path)) ?? []
        return names.count == files.libraries.count + 1
    }

    private static func isEqual(_ path: String, _ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let file = try? OpenFile(path, O_RDONLY | O_NOFOLLOW), let status = try? file.status(),
            Int(status.st_size) == bytes.count, status.st_uid == geteuid()
        else { return false }
        let step = 1 << 18
        return withUnsafeTemporaryAllocation(byteCount: step, alignment: 16) { buffer in
            for start in stride(from: 0, to: bytes.count, by: step) {
                let part = UnsafeRawBufferPointer(rebasing: bytes[start..<min(start + step, bytes.count)])
                let room = UnsafeMutableRawBufferPointer(rebasing: buffer[..<part.count])
                guard (try? file.read(into: room, at: start)) == part.count,
                    let left = room.baseAddress, let right = part.baseAddress, memcmp(left, right, part.count) == 0
                else { return false }
            }
            return true
        }
    }

    /// Takes a damaged copy out of the way. A process that runs from it keeps its files.
    private func discardCopy(_ path: String) throws(PluginRefusal) {
        let aside = temporaryName()
        guard rename(path, aside) == 0 || errno == ENOENT else {
            throw refusal(.last, "a damaged copy cannot be removed")
        }
        Folder.remove(aside)
    }

    private func make(_ files: borrowing PluginFiles, _ path: String) throws(PluginRefusal) {
        let temporary = temporaryName()
        do throws(SystemError) {
            guard mkdir(temporary, 0o700) == 0 else { throw SystemError.last }
            for library in files.libraries {
                try OpenFile(temporary + "/" + library.content.name, O_WRONLY | O_CREAT | O_EXCL, mode: 0o500)
                    .write(library.content.bytes)
            }
            _ = try OpenFile(temporary + "/" + Self.lockName, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
            if rename(temporary, path) != 0 {
                // Somebody else was faster, and theirs is as good.
                guard errno == EEXIST || errno == ENOTEMPTY else { throw SystemError.last }
                Folder.remove(temporary)
            }
        } catch {
            Folder.remove(temporary)
            throw refusal(error, "the private copy cannot be made")
        }
        prune()
    }

    private func temporaryName() -> String {
        folder + "/.\(getpid())-\(UInt64.random(in: .min ... .max))"
    }

    // MARK: Pruning

    /// Removes copies that nobody uses and nobody used for `days` days, and what unfinished copies left for a day.
    func prune(unusedFor days: Int = 30) {
        let now = time(nil)
        for name in (try? Folder.names(in: folder)) ?? [] {
            let path = folder + "/" + name
            if name.hasPrefix(".") {
                if Self.age(path, now) > 86_400 { Folder.remove(path) }
            } else if Self.age(path + "/" + Self.lockName, now) > days * 86_400 {
                removeIfUnused(path)
            }
        }
    }

    private func removeIfUnused(_ path: String) {
        guard let lock = try? OpenFile(path + "/" + Self.lockName, O_RDWR | O_NOFOLLOW),
            flock(lock.descriptor, LOCK_EX | LOCK_NB) == 0
        else { return }
        let aside = temporaryName()
        if rename(path, aside) == 0 { Folder.remove(aside) }
    }

    private static func age(_ path: String, _ now: Int) -> Int {
        guard let identity = FileIdentity(path: path) else { return 0 }
        return now - Int(identity.modified / 1_000_000_000)
    }
}
