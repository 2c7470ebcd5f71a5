// The two colours a cover lends to the screen around it. Workers; the result is a small value to keep with the album.

/// What a cover looks like from afar.
public struct CoverColors: Hashable, Sendable {
    /// The colour most of the cover has, its border counting double.
    public var background: SRGBColor
    /// The colour that stands out from it; nil when nothing is colourful enough (a black and white cover).
    public var accent: SRGBColor?

    public init(background: SRGBColor, accent: SRGBColor?) {
        self.background = background
        self.accent = accent
    }

    /// The colours of `bitmap`; nil when nothing in it is opaque. The same picture always gives the same colours.
    public init?(of bitmap: Bitmap) {
        let clusters = ColorClusters.find(in: bitmap)
        guard let heaviest = clusters.first else { return nil }
        background = heaviest.center.color
        var best: (score: Double, color: OKLab)?
        for cluster in clusters where cluster.center.chroma >= Self.leastChroma && cluster.weight >= Self.leastWeight {
            // Colourful first, then different from the background; a large patch counts more, but not in proportion.
            let difference = 0.1 + cluster.center.distance(to: heaviest.center)
            let score = cluster.center.chroma * difference * cluster.weight.squareRoot().squareRoot()
            if score > best?.score ?? 0 { best = (score, cluster.center) }
        }
        accent = best?.color.color
    }

    /// OKLab chroma under which a colour reads as grey.
    private static let leastChroma = 0.05
    /// The part of the cover under which a colour is a speck.
    private static let leastWeight = 0.004
}
