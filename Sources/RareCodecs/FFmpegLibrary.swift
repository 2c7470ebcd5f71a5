// FFmpeg's functions, opened with the first file that needs them. Any thread.

import CFFmpeg

/// The libraries, once for the program.
struct FFmpegLibrary: @unchecked Sendable {
    /// C functions only, which any thread may call.
    let functions: cffmpeg

    /// The major version of libavformat that this program is built for: no other has its structures.
    static var majorVersion: Int { Int(cffmpeg_format_major) }

    /// Nil when the libraries are not installed.
    static let shared: FFmpegLibrary? = {
        let functions = UnsafeMutablePointer<cffmpeg>.allocate(capacity: 1)
        defer { functions.deallocate() }
        guard cffmpeg_load(functions) != 0 else { return nil }
        functions.pointee.av_log_set_level(AV_LOG_QUIET)
        return FFmpegLibrary(functions: functions.pointee)
    }()

    /// FFmpeg's name of a coding.
    func name(of codec: AVCodecID) -> String {
        functions.avcodec_get_name(codec).map { String(cString: $0) } ?? "an unknown coding"
    }
}
