// What is sounding. A value; built on the main thread, compared often.

/// The screen a head unit starts with.
public struct NowPlayingTemplate: Hashable, Sendable {
    /// Where in the track we are.
    public struct Progress: Hashable, Sendable {
        /// Seconds from the start of the track to the sample being heard.
        public let position: Double
        /// Seconds; above 0.
        public let duration: Double
        /// Whether it can be dragged; each change is done by the action `seek` with `to` in seconds.
        public let isSeekable: Bool

        /// Throws when `position` is negative or no number, or `duration` is not above 0. A position behind the end
        /// is the end.
        public init(position: Double, duration: Double, isSeekable: Bool = true) throws(TemplateError) {
            guard duration > 0, duration.isFinite else {
                throw TemplateError(
                    template: "nowPlaying", field: "duration",
                    problem: .outOfRange(value: "\(duration)", range: "above 0"))
            }
            guard position >= 0, position.isFinite else {
                throw TemplateError(
                    template: "nowPlaying", field: "position",
                    problem: .outOfRange(value: "\(position)", range: "0 to the duration"))
            }
            self.position = min(position, duration)
            self.duration = duration
            self.isSeekable = isSeekable
        }

        /// 0 to 1.
        public var share: Double { position / duration }
    }

    /// Previous, play or pause, next. A nil one is not drawn, a disabled one is drawn faint.
    public struct Transport: Hashable, Sendable {
        public let previous: Action?
        public let playPause: Action
        public let next: Action?
        public let isPreviousEnabled: Bool
        public let isNextEnabled: Bool

        public init(
            previous: Action? = .previous, playPause: Action = .playPause, next: Action? = .next,
            isPreviousEnabled: Bool = true, isNextEnabled: Bool = true
        ) {
            self.previous = previous
            self.playPause = playPause
            self.next = next
            self.isPreviousEnabled = isPreviousEnabled
            self.isNextEnabled = isNextEnabled
        }
    }

    public let title: Text
    public let artist: Text?
    public let album: Text?
    /// What a press on the artist or the album opens.
    public let artistAction: Action?
    public let albumAction: Action?
    public let cover: Image?
    /// Nil for a stream, and while the length is not known.
    public let progress: Progress?
    /// In the place of the progress line: on air, waiting for the stick.
    public let status: Text?
    /// Sounding, or about to: the middle button shows pause.
    public let isPlaying: Bool
    public let transport: Transport
    /// The line under the transport.
    public let buttons: [NowPlayingButton]
    /// Beside the clock.
    public let barButtons: [NowPlayingButton]

    /// Throws for more than five buttons or three bar buttons, one name twice, or a progress beside a status.
    public init(
        title: Text, artist: Text? = nil, album: Text? = nil, artistAction: Action? = nil,
        albumAction: Action? = nil, cover: Image? = nil, progress: Progress? = nil, status: Text? = nil,
        isPlaying: Bool, transport: Transport = Transport(), buttons: [NowPlayingButton] = [],
        barButtons: [NowPlayingButton] = []
    ) throws(TemplateError) {
        self.title = title
        self.artist = artist
        self.album = album
        self.artistAction = artistAction
        self.albumAction = albumAction
        self.cover = cover
        self.progress = progress
        self.status = status
        self.isPlaying = isPlaying
        self.transport = transport
        self.buttons = buttons
        self.barButtons = barButtons
        try check(.standard)
    }

    /// Throws when there is more than `limits` allow.
    public func check(_ limits: TemplateLimits) throws(TemplateError) {
        try Check.notEmpty(title, "nowPlaying", "title")
        try Check.count(buttons.count, within: limits.nowPlayingButtons, "nowPlaying", "buttons")
        try Check.count(barButtons.count, within: limits.nowPlayingBarButtons, "nowPlaying", "barButtons")
        try Check.unique((buttons + barButtons).map(\.name), "nowPlaying", "buttons")
        for button in buttons + barButtons { try button.check(limits) }
        if progress != nil && status != nil {
            throw TemplateError(template: "nowPlaying", field: "status", problem: .conflict(with: "progress"))
        }
    }
}
