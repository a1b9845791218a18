package import CQuickConnect

extension CommandError {
    /// A copy of an error of the ABI.
    package init(_ raw: qc_failure) {
        let object = raw.object.map { String(cString: $0) }
        let data = ValueView(raw.data)
        self.init(
            ErrorCode(rawValue: raw.code.map { String(cString: $0) } ?? ErrorCode.internal.rawValue),
            raw.message.map { String(cString: $0) } ?? "", data: data.isAbsent ? Value?.none : data.value,
            stage: object == nil ? nil : Stage(rawValue: raw.stage), object: object)
    }
}
