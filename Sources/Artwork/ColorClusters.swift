// The few colours a picture is made of. Deterministic: the same picture gives the same colours. Workers.

/// One group of similar pixels.
struct ColorCluster: Hashable, Sendable {
    var center: OKLab
    /// Its part of the picture, 0 ... 1.
    var weight: Double
}

/// K-means in OKLab over a grid of at most 64 × 64 pixels, started from the pixels that lie farthest apart.
enum ColorClusters {
    private static let clusterCount = 6
    private static let gridSide = 64
    private static let roundCount = 10

    /// The clusters of the opaque part, the heaviest first; empty when nothing is opaque.
    static func find(in bitmap: Bitmap) -> [ColorCluster] {
        let samples = samples(of: bitmap)
        guard !samples.isEmpty else { return [] }
        var centers = farApart(samples)
        var weights: [Double] = []
        for _ in 0..<roundCount {
            var sums = [(lightness: Double, a: Double, b: Double, weight: Double)](
                repeating: (0, 0, 0, 0), count: centers.count)
            for sample in samples {
                let nearest = nearestIndex(of: sample.color, in: centers)
                sums[nearest].lightness += sample.color.lightness * sample.weight
                sums[nearest].a += sample.color.a * sample.weight
                sums[nearest].b += sample.color.b * sample.weight
                sums[nearest].weight += sample.weight
            }
            // A center that won nothing stays where it is, without weight.
            for (index, sum) in sums.enumerated() where sum.weight > 0 {
                centers[index] = OKLab(
                    lightness: sum.lightness / sum.weight, a: sum.a / sum.weight, b: sum.b / sum.weight)
            }
            weights = sums.map(\.weight)
        }
        let total = weights.reduce(0, +)
        let clusters = zip(centers, weights).map { ColorCluster(center: $0, weight: $1 / total) }
        return clusters.enumerated().filter { $0.element.weight > 0 }
            .sorted { ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset) }.map(\.element)
    }

    private struct Sample {
        var color: OKLab
        var weight: Double
    }

    /// The border counts double: it is what the picture's surroundings continue.
    private static func samples(of bitmap: Bitmap) -> [Sample] {
        let columns = min(gridSide, bitmap.width)
        let rows = min(gridSide, bitmap.height)
        var samples: [Sample] = []
        samples.reserveCapacity(columns * rows)
        for row in 0..<rows {
            for column in 0..<columns {
                let x = (2 * column + 1) * bitmap.width / (2 * columns)
                let y = (2 * row + 1) * bitmap.height / (2 * rows)
                let pixel = bitmap[x: x, y: y]
                guard pixel >> 24 >= 128 else { continue }
                let isBorder =
                    column < columns / 8 || row < rows / 8 || column >= columns - columns / 8
                    || row >= rows - rows / 8
                samples.append(
                    Sample(color: OKLab(SRGBColor(Pixel.straight(pixel))), weight: isBorder ? 2 : 1))
            }
        }
        return samples
    }

    /// The sample nearest the mean, then again and again the one farthest from all taken.
    private static func farApart(_ samples: [Sample]) -> [OKLab] {
        let count = Double(samples.count)
        let mean = OKLab(
            lightness: samples.reduce(0) { $0 + $1.color.lightness } / count,
            a: samples.reduce(0) { $0 + $1.color.a } / count, b: samples.reduce(0) { $0 + $1.color.b } / count)
        var distances = samples.map { $0.color.distance(to: mean) }
        var first = 0
        for index in distances.indices where distances[index] < distances[first] { first = index }
        var centers = [samples[first].color]
        distances = samples.map { $0.color.distance(to: centers[0]) }
        while centers.count < clusterCount {
            var farthest = 0
            for index in distances.indices where distances[index] > distances[farthest] { farthest = index }
            // Nothing differs any more: the picture has fewer colours.
            if distances[farthest] < 0.02 { break }
            let center = samples[farthest].color
            centers.append(center)
            for index in distances.indices {
                distances[index] = min(distances[index], samples[index].color.distance(to: center))
            }
        }
        return centers
    }

    private static func nearestIndex(of color: OKLab, in centers: [OKLab]) -> Int {
        var (best, bestDistance) = (0, Double.infinity)
        for (index, center) in centers.enumerated() {
            let distance = color.distance(to: center)
            if distance < bestDistance { (best, bestDistance) = (index, distance) }
        }
        return best
    }
}
