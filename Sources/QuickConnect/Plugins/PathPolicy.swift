internal import Glibc

/// Who may own and who may write what is loaded into the process.
///
/// Whoever can write a library, its folder or the directory above it decides what the host runs.
enum PathPolicy {
    /// Checks a library or a folder that `path` names. `directoryOwner` owns the plugin directory.
    static func check(_ status: stat, _ path: String, directoryOwner: uid_t) throws(PluginRefusal) {
        try checkWriters(status, path)
        guard [0, geteuid(), directoryOwner].contains(status.st_uid) else {
            throw PluginRefusal(
                .foreignOwner,
                "it belongs to user \(status.st_uid), not to root, to you or to the owner of the plugin directory; "
                    + "chown \(geteuid()) '\(path)'", file: path)
        }
    }

    /// Checks a plugin directory. One that everyone may write is safe if it is sticky, as /tmp is: others can add to
    /// it, but not replace what is there. What they add belongs to them, and fails the check of its owner.
    static func checkDirectory(_ status: stat, _ path: String) throws(PluginRefusal) {
        if status.st_mode & S_ISVTX != 0 { return }
        try checkWriters(status, path)
    }

    private static func checkWriters(_ status: stat, _ path: String) throws(PluginRefusal) {
        let byAll = status.st_mode & S_IWOTH != 0
        let byGroup = status.st_mode & S_IWGRP != 0 && !isPrivate(status.st_gid)
        guard byAll || byGroup else { return }
        let who = byAll ? "everyone" : "group \(status.st_gid)"
        let mode = byAll && byGroup ? "go-w" : byAll ? "o-w" : "g-w"
        throw PluginRefusal(.writableByOthers, "\(who) may write it; chmod \(mode) '\(path)'", file: path)
    }

    /// True if only this user is in the group.
    private static func isPrivate(_ group: gid_t) -> Bool { group == privateGroup }

    /// The user's own group: that of the user database, with the user's name, and nobody else in it.
    private static let privateGroup: gid_t? = {
        guard let user = getpwuid(geteuid())?.pointee else { return nil }
        let name = String(cString: user.pw_name)
        guard let group = getgrgid(user.pw_gid)?.pointee, String(cString: group.gr_name) == name else { return nil }
        var member = group.gr_mem
        while let text = member?.pointee {
            if String(cString: text) != name { return nil }
            member = member?.advanced(by: 1)
        }
        return user.pw_gid
    }()
}
