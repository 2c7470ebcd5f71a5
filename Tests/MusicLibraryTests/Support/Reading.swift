// Shorthands: tags out of bytes.

import AudioCore
import MusicLibrary
import TestSupport

func tags(_ bytes: [UInt8]) throws -> TrackTags {
    try TagReader.read(MemoryByteSource(bytes))
}

func coverBytes(_ bytes: [UInt8]) throws -> [UInt8]? {
    let source = MemoryByteSource(bytes)
    return try TagReader.read(source).cover?.read(from: source)
}
