// The focus ring: where the knob stands, and on its way there. Main thread.

extension Stage {
    /// The next ring stands where it belongs at once: another screen is no way to go.
    func resetRing() {
        ring = nil
        drawn.ring = nil
    }

    /// What the screen shows has changed: makes sure that the focus stands on something of it.
    func settleFocus(at time: Double) {
        let ringed = drawn.ring?.id
        layout(at: time)
        focus.settle(in: map(at: time))
        // Nobody turned the knob: the ring has no way to go.
        if focus.place != ringed { resetRing() }
        isDirty = true
    }

    /// Marks the focused element, and draws the ring on its way to it.
    func drawRing(
        on commands: inout [DrawCommand], _ elements: inout [Element], at time: Double, force: Bool = false
    ) {
        guard let id = focus.focus, let index = elements.firstIndex(where: { $0.id == id && $0.area != nil }) else {
            drawn.ring = nil
            return
        }
        elements[index].isFocused = true
        let element = elements[index]
        if let last = drawn.ring, last.id != id, let ring {
            // Already on its way: goes on from where it is.
            let share = ring.motion.value(at: time)
            let place = ring.from.moved(towards: last.shape, share: share)
            self.ring = (place, last.radius, Motion(0).eased(to: 1, at: time, duration: duration(Timing.focus)))
        } else if let last = drawn.ring, last.id != id {
            ring = (last.shape, last.radius, Motion(0).eased(to: 1, at: time, duration: duration(Timing.focus)))
        }
        drawn.ring = (id, element.shape, element.shapeRadius)
        var shape = element.shape
        var radius = element.shapeRadius
        if let ring {
            if ring.motion.isMoving(at: time) {
                drawn.isMoving = true
                let share = ring.motion.value(at: time)
                shape = ring.from.moved(towards: shape, share: share)
                radius = ring.radius + Int((Double(radius - ring.radius) * share).rounded())
            } else {
                self.ring = nil
            }
        }
        let outside = metrics.px(6)
        let frame = shape.inset(by: -outside)
        let command = DrawCommand.ring(
            frame, radius: min(radius + outside, min(frame.width, frame.height) / 2), width: metrics.px(4), theme.text)
        guard element.area == .content, !force, top?.template.kind != .nowPlaying else {
            commands.append(command)
            return
        }
        // A row that is half out of sight must not be ringed over the title.
        let pane = panes.content
        let clip = Frame(x: pane.x, y: pane.y - outside, width: pane.width, height: pane.height + 2 * outside)
        commands.append(.beginClip(clip))
        commands.append(command)
        commands.append(.endClip)
    }
}
