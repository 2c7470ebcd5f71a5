// libcurl's callbacks: C functions that find their StreamIntake behind the client pointer. The fetching thread.

func curlHeader(_ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ client: UnsafeMutableRawPointer?)
    -> Int
{
    guard let intake = intake(behind: client) else { return 0 }
    return intake.takeHeader(UnsafeRawBufferPointer(start: bytes, count: size * count)) ? size * count : 0
}

func curlBody(_ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ client: UnsafeMutableRawPointer?)
    -> Int
{
    guard let intake = intake(behind: client) else { return 0 }
    return intake.takeBody(UnsafeRawBufferPointer(start: bytes, count: size * count)) ? size * count : 0
}

/// The transfer that gave the pointer keeps the intake alive.
private func intake(behind client: UnsafeMutableRawPointer?) -> StreamIntake? {
    client.map { Unmanaged<StreamIntake>.fromOpaque($0).takeUnretainedValue() }
}
