// swift-tools-version: 6.0
import PackageDescription

let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
]

let package = Package(
    name: "carillon",
    products: [
        .executable(name: "carillon", targets: ["carillon"]),
        // The runtime of templates, for other appliances.
        .library(name: "TemplateKit", targets: ["TemplateKit"]),
        .library(name: "Scene", targets: ["Scene"]),
        .library(name: "SDLDisplay", targets: ["SDLDisplay"]),
        // What `carillon bench` preloads into the programs it measures, and the smallest of them.
        .library(name: "startprobe", type: .dynamic, targets: ["CStartProbe"]),
        .library(name: "allocationprobe", type: .dynamic, targets: ["CAllocationProbe"]),
        .executable(name: "barewindow", targets: ["barewindow"]),
        // A mixer without a card, for tests: loaded by ALSA.
        .library(name: "mixermodel", type: .dynamic, targets: ["CMixerModel"]),
    ],
    targets: [
        // The program: arguments in, exit status out.
        .executableTarget(name: "carillon", dependencies: ["HeadUnit"], swiftSettings: strict),
        .target(
            name: "HeadUnit",
            dependencies: [
                "AudioCore", "Codecs", "RareCodecs", "ALSAOutput", "Resampling", "MusicLibrary", "TemplateKit", "Scene",
                "SDLDisplay", "Evdev", "Artwork", "DemoCollection", "Analysis", "Radio", "Bluetooth",
            ],
            swiftSettings: strict),

        // Own music with own covers, for a first start without any. Ten minutes of music are played and mastered in
        // a test: unoptimized that takes minutes.
        .target(
            name: "DemoCollection", dependencies: ["AudioCore", "Artwork", "CFLACEncoder"],
            swiftSettings: strict + [.unsafeFlags(["-O"], .when(configuration: .debug))]),

        // The screen side. It never sees audio or the library; the two meet in HeadUnit.
        .target(
            name: "SDLDisplay", dependencies: ["Scene", "TemplateKit", "CSDL2", "CSDL2TTF", "CSDL2Image", "CFriBidi"],
            swiftSettings: strict),
        .target(name: "Scene", dependencies: ["TemplateKit"], swiftSettings: strict),
        .target(name: "TemplateKit", swiftSettings: strict),
        .target(name: "Evdev", dependencies: ["Scene", "TemplateKit", "CLinux"], swiftSettings: strict),
        .target(name: "Artwork", dependencies: ["CJPEG", "CPNG"], swiftSettings: strict),

        // The sound side.
        .target(name: "ALSAOutput", dependencies: ["AudioCore", "CALSA"], swiftSettings: strict),
        .target(
            name: "Codecs", dependencies: ["AudioCore", "CFLAC", "CMPG123", "CVorbisFile", "COpusFile"],
            swiftSettings: strict),
        .target(name: "RareCodecs", dependencies: ["AudioCore", "CFFmpeg"], swiftSettings: strict),
        .target(name: "Resampling", dependencies: ["AudioCore", "CSoxr"], swiftSettings: strict),
        .target(name: "MusicLibrary", dependencies: ["AudioCore"], swiftSettings: strict),
        .target(name: "Radio", dependencies: ["AudioCore", "CCurl"], swiftSettings: strict),
        .target(name: "Analysis", dependencies: ["AudioCore", "CEBUR128"], swiftSettings: strict),
        .target(name: "Bluetooth", dependencies: ["AudioCore", "CBlueZ"], swiftSettings: strict),
        .target(name: "AudioCore", swiftSettings: strict),

        // C libraries, each imported by exactly one Swift target.
        .target(name: "CALSA", linkerSettings: [.linkedLibrary("asound")]),
        .target(name: "CJPEG", linkerSettings: [.linkedLibrary("jpeg")]),
        .target(name: "CPNG", linkerSettings: [.linkedLibrary("png")]),
        .target(name: "CLinux"),
        .target(name: "CEBUR128"),
        .target(name: "CBlueZ"),
        .target(name: "CVorbisFile"),
        .target(name: "COpusFile"),
        .target(name: "CFFmpeg"),
        .target(name: "CCurl"),
        .systemLibrary(name: "CSDL2"),
        .systemLibrary(name: "CSDL2TTF"),
        .systemLibrary(name: "CSDL2Image"),
        .systemLibrary(name: "CFriBidi"),
        .systemLibrary(name: "CFLAC"),
        .systemLibrary(name: "CFLACEncoder"),
        .systemLibrary(name: "CMPG123"),
        .systemLibrary(name: "CSoxr"),

        .target(name: "CStartProbe"),
        .target(name: "CAllocationProbe"),
        .executableTarget(name: "barewindow", linkerSettings: [.linkedLibrary("SDL2")]),

        // Tests.
        .target(name: "CAllocationCounter", path: "Tests/CAllocationCounter"),
        .target(name: "CMixerModel", path: "Tests/CMixerModel", linkerSettings: [.linkedLibrary("asound")]),
        .target(
            name: "TestSupport", dependencies: ["AudioCore", "CAllocationCounter"], path: "Tests/TestSupport",
            swiftSettings: strict),
        .testTarget(
            name: "AudioCoreTests", dependencies: ["AudioCore", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "CodecsTests", dependencies: ["Codecs", "RareCodecs", "AudioCore", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "ResamplingTests", dependencies: ["Resampling", "AudioCore", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "ALSAOutputTests", dependencies: ["ALSAOutput", "AudioCore", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "MusicLibraryTests", dependencies: ["MusicLibrary", "AudioCore", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "RadioTests", dependencies: ["Radio", "AudioCore", "Codecs", "RareCodecs", "TestSupport"],
            swiftSettings: strict),
        .testTarget(name: "TemplateKitTests", dependencies: ["TemplateKit", "TestSupport"], swiftSettings: strict),
        .testTarget(name: "SceneTests", dependencies: ["Scene", "TemplateKit", "TestSupport"], swiftSettings: strict),
        // Another appliance on the same runtime.
        .executableTarget(
            name: "teapot", dependencies: ["SDLDisplay", "Scene", "TemplateKit"], path: "Tests/Example",
            swiftSettings: strict),
        .testTarget(
            name: "SDLDisplayTests", dependencies: ["SDLDisplay", "Scene", "TestSupport", "teapot"],
            swiftSettings: strict),
        .testTarget(name: "ArtworkTests", dependencies: ["Artwork", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "DemoCollectionTests",
            dependencies: ["DemoCollection", "AudioCore", "Artwork", "Codecs", "MusicLibrary", "TestSupport"],
            swiftSettings: strict),
        .testTarget(name: "EvdevTests", dependencies: ["Evdev", "Scene", "TestSupport"], swiftSettings: strict),
        .testTarget(
            name: "HeadUnitTests",
            dependencies: [
                "HeadUnit", "AudioCore", "Codecs", "MusicLibrary", "ALSAOutput", "TestSupport", "TemplateKit", "Scene",
                "SDLDisplay", "Evdev", "Artwork", "DemoCollection", "Analysis", "Radio", "Bluetooth",
            ],
            exclude: ["Scripts"], swiftSettings: strict),
    ]
)
