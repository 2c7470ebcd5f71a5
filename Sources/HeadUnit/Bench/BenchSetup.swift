// What the measurements of a whole head unit begin with. Main thread.

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
        guard let folder = BenchFolder() else {
            console.error("bench: no temporary folder")
            return nil
        }
        do throws(AudioError) {
            try folder.writeMusic(seconds: secondsOfMusic)
        } catch {
            console.error("bench: \(error.description)")
            return nil
        }
        self.probe = probe
        self.folder = folder
    }
}
