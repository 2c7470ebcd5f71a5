// The state of one walk over folders: a stack of what is still to visit instead of recursion. Workers.

import AudioCore

/// Walks one root after the other.
struct FolderWalk {
    private(set) var contents = MusicFolder.Contents()
    private let extensions: [String]
    private let audio: Set<String>
    private var visited: Set<FolderListing.Identity> = []
    /// Audio that a cue sheet stands for.
    private var covered: Set<RawPath> = []
    private var pending: [Step] = []
    /// Folders that could not be listed, or not to their end: what was known to lie below them may still be there.
    private(set) var unlisted: [RawPath] = []
    /// The folder looked into last.
    private(set) var folder: RawPath?

    private enum Step {
        case folder(RawPath, depth: Int)
        case entry(MusicFolder.Entry)
        /// A root that is a file: taken whatever stands for it elsewhere.
        case named(MusicFolder.Entry)
    }

    init(extensions: [String]) {
        self.extensions = extensions
        audio = Set(extensions)
    }

    mutating func visit(root: RawPath) {
        begin(root)
        while let entry = next() { contents.entries.append(entry) }
    }

    /// Makes `root` what `next` walks over.
    mutating func begin(_ root: RawPath) {
        pending = []
        switch FolderListing.kind(of: root) {
        case .folder: pending = [.folder(root, depth: 0)]
        case .file:
            pending = [.named(root.lowercasedExtension == "cue" ? .cue(root) : .file(root))]
        case .other:
            contents.problems.append(FolderListing.refusal(of: root))
        }
    }

    /// The next thing to play below the root; nil at the end.
    mutating func next() -> MusicFolder.Entry? {
        while let step = pending.popLast() {
            switch step {
            case .folder(let path, let depth): list(path, depth: depth)
            case .entry(let entry):
                if !covered.contains(entry.path) { return entry }
            case .named(let entry): return entry
            }
        }
        return nil
    }

    /// Puts what a folder holds on the stack, the last first.
    private mutating func list(_ folder: RawPath, depth: Int) {
        guard depth <= MusicFolder.maximumDepth else {
            contents.problems.append(
                AudioError(
                    .notSupported, path: folder.shown,
                    "lies deeper than \(MusicFolder.maximumDepth) folders and is left out"))
            return
        }
        let listing: FolderListing
        do throws(AudioError) {
            listing = try FolderListing.read(folder)
        } catch {
            contents.problems.append(error)
            unlisted.append(folder)
            return
        }
        self.folder = folder
        guard visited.insert(listing.identity).inserted else { return }
        if let failure = listing.failure {
            contents.problems.append(failure)
            unlisted.append(folder)
        }

        var found: [(order: NaturalOrder, step: Step)] = []
        var sheets: [RawPath] = []
        for entry in listing.entries where entry.name.first != UInt8(ascii: ".") {
            let path = folder.appending(entry.name)
            switch entry.kind {
            case .folder: found.append((NaturalOrder(entry.name), .folder(path, depth: depth + 1)))
            case .file where path.lowercasedExtension == "cue": sheets.append(path)
            case .file where audio.contains(path.lowercasedExtension):
                found.append((NaturalOrder(entry.name), .entry(.file(path))))
            case .file, .other: break
            }
        }
        for sheet in claims(of: sheets) { found.append((NaturalOrder(sheet), .entry(.cue(sheet)))) }
        found.sort { $0.order > $1.order }
        pending += found.map(\.step)
    }

    /// The sheets of one folder that stand for audio which no other sheet stands for.
    private mutating func claims(of sheets: [RawPath]) -> [RawPath] {
        guard !sheets.isEmpty else { return [] }
        var candidates: [(sheet: RawPath, files: Set<RawPath>, isExact: Bool)] = []
        for path in sheets.sorted(by: { NaturalOrder($0) < NaturalOrder($1) }) {
            if let candidate = candidate(path) { candidates.append(candidate) }
        }
        var chosen: [RawPath] = []
        for candidate in candidates.filter(\.isExact) + candidates.filter({ !$0.isExact })
        where !candidate.files.isSubset(of: covered) {
            covered.formUnion(candidate.files)
            chosen.append(candidate.sheet)
        }
        return chosen
    }

    /// What a sheet names; nil, with a problem, when nothing of it can be played.
    private mutating func candidate(_ path: RawPath) -> (sheet: RawPath, files: Set<RawPath>, isExact: Bool)? {
        let sheet: CueSheet
        do throws(AudioError) {
            sheet = try CueSheet.read(path)
        } catch {
            contents.problems.append(error)
            return nil
        }
        guard !sheet.tracks.isEmpty else {
            contents.problems.append(AudioError(.decode, path: path.shown, "is a cue sheet without an audio track"))
            return nil
        }
        var resolver = CueFileResolver(beside: path, extensions: extensions)
        var files: Set<RawPath> = []
        var isExact = true
        for name in sheet.files {
            do throws(AudioError) {
                let file = try resolver.file(named: name)
                files.insert(file)
                if file.lastComponent != Array(name.utf8) { isExact = false }
            } catch {
                contents.problems.append(error)
            }
        }
        return files.isEmpty ? nil : (path, files, isExact)
    }
}
