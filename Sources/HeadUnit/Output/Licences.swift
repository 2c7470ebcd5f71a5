// The libraries and fonts that Carillon stands on, and under which licences. Data; any thread.

/// As their own files say it (`/usr/share/doc/PACKAGE/copyright` on Debian 13).
enum Licences {
    static let all: [(name: String, licence: String)] = [
        ("ALSA", "LGPL 2.1"), ("FFmpeg", "LGPL 2.1 / GPL 2"), ("FLAC", "BSD"), ("FriBidi", "LGPL 2.1"),
        ("libebur128", "MIT"), ("libjpeg-turbo", "BSD, IJG"), ("libpng", "libpng"), ("libvorbis", "BSD"),
        ("mpg123", "LGPL 2.1"), ("opusfile", "BSD"), ("SDL, SDL_ttf, SDL_image", "zlib"), ("soxr", "LGPL 2.1"),
        ("Swift", "Apache 2.0"), ("Inter", "OFL 1.1"), ("Noto", "OFL 1.1"),
    ]
}
