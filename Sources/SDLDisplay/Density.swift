// Which dpi is believed. Values; any thread.

/// Dots per inch of the panel, and what to say when a number was not believed.
public struct Density: Hashable, Sendable {
    public static let believable = 100...350
    /// What stands in for an unknown or disbelieved panel, and the default of a window.
    public static let standard = 160

    public var dpi: Int
    /// One line for the log; nil when all was well.
    public var warning: String?

    /// - Parameters:
    ///   - requested: `--dpi` or the builder's configuration
    ///   - isWindow: a window's default is 160, whatever the monitor is
    ///   - connector: the panel, as DRM describes it
    ///   - size: pixels of the panel's mode
    public static func resolve(
        requested: Int?, isWindow: Bool, connector: PanelConnector?, size: DisplayOptions.Size
    ) -> Density {
        if let requested {
            return judged(requested, from: "the dpi that was asked for")
        }
        if isWindow { return Density(dpi: standard, warning: nil) }
        guard let connector, connector.widthMillimetres > 0, connector.heightMillimetres > 0 else {
            return Density(
                dpi: standard,
                warning: "the panel does not tell its size in millimetres: taken as \(standard) dpi; --dpi sets it")
        }
        // The diagonal, so that a panel that reports its sides the other way round is still right.
        let pixels = squareRoot(size.width * size.width + size.height * size.height)
        let millimetres = squareRoot(
            connector.widthMillimetres * connector.widthMillimetres
                + connector.heightMillimetres * connector.heightMillimetres)
        let dpi = Int((pixels / (millimetres / 25.4)).rounded())
        return judged(dpi, from: "the size that panel \(connector.name) reports")
    }

    private static func judged(_ dpi: Int, from source: String) -> Density {
        if believable.contains(dpi) { return Density(dpi: dpi, warning: nil) }
        return Density(
            dpi: standard,
            warning: "\(source) gives \(dpi) dpi, outside \(believable.lowerBound)-\(believable.upperBound): "
                + "taken as \(standard)")
    }

    private static func squareRoot(_ value: Int) -> Double { Double(value).squareRoot() }
}
