// From a panel's coordinates to pixels of the picture. Pure; any thread.

/// Range, matrix and rotation in one step.
public struct TouchTransform: Hashable, Sendable {
    private let minimumX: Double
    private let minimumY: Double
    private let spanX: Double
    private let spanY: Double
    private let matrix: [Double]
    private let rotation: Int
    private let width: Int
    private let height: Int

    /// - Parameters:
    ///   - rangeX: the coordinates the device can send; a single value stands for a device that does not say.
    ///   - configuration: `rotate` in place of the picture's rotation; `matrix`.
    ///   - warnings: takes a line for a rotation or matrix that makes no sense and is left out.
    public init(
        rangeX: ClosedRange<Int32>, rangeY: ClosedRange<Int32>, configuration: TouchConfiguration,
        picture: PictureGeometry, warnings: inout [String]
    ) {
        minimumX = Double(rangeX.lowerBound)
        minimumY = Double(rangeY.lowerBound)
        // A panel of 800 columns sends 0 ... 799: each value is a column, not a line between two.
        spanX = Double(rangeX.upperBound) - Double(rangeX.lowerBound) + 1
        spanY = Double(rangeY.upperBound) - Double(rangeY.lowerBound) + 1
        width = max(1, picture.width)
        height = max(1, picture.height)
        let wanted = configuration.rotate ?? picture.rotation
        if [0, 90, 180, 270].contains(wanted) {
            rotation = wanted
        } else {
            rotation = picture.rotation
            warnings.append("input.touch.rotate: \(wanted) is none of 0, 90, 180, 270")
        }
        let identity = [1.0, 0, 0, 0, 1, 0]
        let numbers = configuration.matrix ?? identity
        if numbers.count == 6, numbers.allSatisfy({ $0.isFinite && abs($0) < 1e6 }),
            abs(numbers[0] * numbers[4] - numbers[1] * numbers[3]) > 1e-9
        {
            matrix = numbers
        } else {
            matrix = identity
            warnings.append("input.touch.matrix: six numbers that can be turned back are needed; it is left out")
        }
    }

    /// The pixel that a place on the panel shows; beyond the edge, the pixel at the edge.
    public func pixel(x: Int32, y: Int32) -> (x: Int, y: Int) {
        let u = (Double(x) - minimumX + 0.5) / spanX
        let v = (Double(y) - minimumY + 0.5) / spanY
        let px = matrix[0] * u + matrix[1] * v + matrix[2]
        let py = matrix[3] * u + matrix[4] * v + matrix[5]
        // The picture is turned clockwise on the panel, so a finger is turned back.
        let (across, down) =
            switch rotation {
            case 90: (py, 1 - px)
            case 180: (1 - px, 1 - py)
            case 270: (1 - py, px)
            default: (px, py)
            }
        return (Self.place(across, width), Self.place(down, height))
    }

    private static func place(_ fraction: Double, _ count: Int) -> Int {
        // The smallest part of a pixel keeps rounding errors of the turn from reaching the neighbour.
        Int(max(0, min(Double(count - 1), (fraction * Double(count) + 1e-6).rounded(.down))))
    }
}
