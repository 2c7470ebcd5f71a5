// Every way through the shipped screens, in the words of the string catalogue, so that it can be gone in any language.

import Scene
import TemplateKit

@testable import HeadUnit

/// What is pressed, one after the other, from the first tab to a screen.
struct Way: CustomStringConvertible {
    /// The label of an element.
    enum Step {
        /// A phrase of the catalogue.
        case phrase(String)
        /// A name of the fixture, the same in every language.
        case name(String)
    }

    var screen: String
    var steps: [Step]
    var description: String { screen }

    init(_ screen: String, _ keys: String..., name: String? = nil, then last: String...) {
        self.screen = screen
        steps = keys.map(Step.phrase) + (name.map { [.name($0)] } ?? []) + last.map(Step.phrase)
    }

    func labels(_ strings: StringTable) -> [String] {
        steps.map { step in
            switch step {
            case .phrase(let key): strings.string(for: .key(key))
            case .name(let name): name
            }
        }
    }

    /// Needs a liked track, one that was heard, a playlist called Mix and a station; see `preparation`.
    static let all: [Way] = [
        Way("home", "tab.home"), Way("search", "tab.albums", "search"),
        Way("albums", "tab.albums"), Way("album", "tab.albums", name: "Alpha Road"),
        Way("albumMore", "tab.albums", name: "Alpha Road", then: "button.more"),
        Way("artist", "tab.albums", name: "Alpha Road", then: "button.more", "goToArtist"),
        Way("addAlbum", "tab.albums", name: "Alpha Road", then: "button.more", "playlist.add"),
        Way("browse", "tab.browse"), Way("artists", "tab.browse", "artists"),
        Way("tracks", "tab.browse", "tracks.title"), Way("playlists", "tab.browse", "playlists"),
        Way("playlist", "tab.browse", "playlists", name: "Alpha Road"),
        Way("playlistMore", "tab.browse", "playlists", name: "Alpha Road", then: "button.more"),
        Way("playlistDelete", "tab.browse", "playlists", name: "Alpha Road", then: "button.more", "playlist.delete"),
        Way("folder", "tab.browse", "folders"), Way("folder", "tab.browse", "folders", name: "alpha"),
        Way("trackMore", "tab.browse", "folders", name: "alpha", then: "button.more"),
        Way("radio", "tab.radio"), Way("stationMore", "tab.radio", "button.more"),
        Way("stationName", "tab.radio", "button.more", "station.rename"),
        Way("stationRemove", "tab.radio", "button.more", "station.remove"),
        Way("genres", "tab.browse", "genres"), Way("genre", "tab.browse", "genres", name: "Folk"),
        Way("history", "tab.browse", "history"), Way("likes", "tab.browse", "home.liked"),
        Way("sleep", "tab.browse", "sleep.title"), Way("settings", "tab.browse", "settings"),
        Way("sound", "tab.browse", "settings", "settings.sound"),
        Way("setting", "tab.browse", "settings", "settings.sound", "setting.equalizer"),
        Way("equalizer", "tab.browse", "settings", "settings.sound", "setting.bands"),
        Way("setting", "tab.browse", "settings", "settings.sound", "setting.replayGain"),
        Way("setting", "tab.browse", "settings", "settings.sound", "setting.device"),
        Way("display", "tab.browse", "settings", "settings.display"),
        Way("setting", "tab.browse", "settings", "settings.display", "setting.theme"),
        Way("setting", "tab.browse", "settings", "setting.language"),
        Way("library", "tab.browse", "settings", "settings.library"),
        Way("about", "tab.browse", "settings", "settings.about"), Way("nowPlaying", "nowPlaying"),
        Way("more", "nowPlaying", "button.more"), Way("queue", "nowPlaying", "button.upNext"),
        Way("quality", "nowPlaying", "button.quality"), Way("queue", "nowPlaying", "button.more", "button.upNext"),
        Way("addTrack", "nowPlaying", "button.more", "playlist.add"),
    ]

    /// Something to see on each screen: a queue, a liked track, a track that was heard, a playlist.
    static let preparation = """
        wait 31000
        key nowplaying
        wait 300
        tap "Like"
        tap "More"
        wait 300
        tap "Add to playlist"
        wait 300
        tap #row:1
        wait 300
        key pause
        wait 1200
        key home
        wait 7000
        tap "Albums"
        wait 400
        tap "Albums"
        wait 400
        tap "Home"
        wait 500
        """
}
