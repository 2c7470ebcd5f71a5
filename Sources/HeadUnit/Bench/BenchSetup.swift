// What measurements begin with. Main thread.

import AudioCore

/// The probe that is preloaded into what is measured, and a folder with music.
struct BenchSetup {
    let probe: StartProbe
    let folder: BenchFolder

    /// Says what is missing.
    init?(secondsOfMusic: Double, console: Console) {
        guard let probe = StartProbe() else {
            console.error("bench: libstartprobe.so is not beside the program; build all of it: swift build -c release")
            return nil
        }
        guard let folder = BenchFolder.withMusic(seconds: secondsOfMusic, console: console) else { return nil }
        self.probe = probe
        self.folder = folder
    }
}

extension BenchFolder {
    /// A folder with a piece of music; says why there is none.
    static func withMusic(seconds: Double, console: Console) -> BenchFolder? {
        guard let folder = BenchFolder() else {
            console.error("bench: no temporary folder")
            return nil
        }
        do throws(AudioError) {
            try folder.writeMusic(seconds: seconds)
        } catch {
            console.error("bench: \(error.description)")
            return nil
        }
        return folder
    }
}
