// Turns a finished picture into the panel's memory, for the software renderer. Main thread.

extension Rotation {
    /// Copies a picture to a panel, turned. Both are rows of 32-bit pixels; strides count pixels.
    /// Works in blocks of 32 × 32 so that a quarter turn stays inside the cache.
    static func copy(
        picture: UnsafePointer<UInt32>, width: Int, height: Int, stride: Int,
        to panel: UnsafeMutablePointer<UInt32>, panelStride: Int, rotation: Rotation
    ) {
        let (panelWidth, panelHeight) = rotation.turned(width: width, height: height)
        switch rotation {
        case .none:
            for y in 0..<height {
                (panel + y * panelStride).update(from: picture + y * stride, count: width)
            }
        case .half:
            for y in 0..<height {
                let source = picture + y * stride
                let target = panel + (height - 1 - y) * panelStride + (width - 1)
                for x in 0..<width { target[-x] = source[x] }
            }
        case .quarter, .threeQuarters:
            let block = 32
            for blockY in stride32(panelHeight, block) {
                for blockX in stride32(panelWidth, block) {
                    let right = min(blockX + block, panelWidth)
                    for y in blockY..<min(blockY + block, panelHeight) {
                        let target = panel + y * panelStride
                        // A row of the panel is a column of the picture, read upwards or downwards.
                        if rotation == .quarter {
                            for x in blockX..<right { target[x] = picture[(panelWidth - 1 - x) * stride + y] }
                        } else {
                            for x in blockX..<right { target[x] = picture[x * stride + (panelHeight - 1 - y)] }
                        }
                    }
                }
            }
        }
    }

    private static func stride32(_ end: Int, _ step: Int) -> StrideTo<Int> { stride(from: 0, to: end, by: step) }
}
