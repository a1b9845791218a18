internal import CQuickConnect
internal import Synchronization

extension UnsafeMutablePointer<RequestRecord> {
    /// Finds what the command leads to, and keeps that as it is until the request ends.
    @inline(__always)
    func findRoute(_ controller: FrontController) -> UnsafePointer<CommandRoute> {
        let length = Int(pointee.request.command_length)
        let table = controller.routes.pin(self) ?? controller.app.buildRoutes(self)
        // A command is never empty: what parses one refuses that.
        guard let name = UnsafeRawPointer(pointee.request.command)?.assumingMemoryBound(to: UInt8.self) else {
            return table.pointee.unmapped
        }
        let route = table.pointee.route(name, length)
        pointee.route = route
        return route
    }

    /// Lets go of the routes.
    @inline(__always)
    func unpin() { pointee.pin.store(0, ordering: .releasing) }
}
