// From the raw stream of a touch panel to fingers. Rules as a value, tested without a device; main thread.
//
// Multi-touch protocol B (Linux, Documentation/input/multi-touch-protocol.rst): a slot holds one finger, known by its
// tracking id; nothing counts before the report that ends a packet. Panels that know one finger only send BTN_TOUCH.

public import Scene

/// The fingers on one panel, in the panel's own coordinates.
public struct TouchTracker: Sendable {
    /// What one finger did. `contact` is its slot, 0 ... 63.
    public struct Change: Hashable, Sendable {
        public var contact: Int
        public var phase: InputEvent.Phase
        public var x: Int32
        public var y: Int32
    }

    /// What the kernel says a slot holds.
    public struct SlotState: Hashable, Sendable {
        /// -1: no finger.
        public var trackingID: Int32
        public var x: Int32
        public var y: Int32

        public init(trackingID: Int32, x: Int32, y: Int32) {
            self.trackingID = trackingID
            self.x = x
            self.y = y
        }
    }

    public static let slotCount = 64

    private struct Slot {
        var trackingID: Int32 = -1
        var x: Int32 = 0
        var y: Int32 = 0
        var isPalm = false
        /// The finger that was told, with where it was told to be.
        var told: SlotState?
        /// A finger that is on the panel and is not told of: a palm, or one whose beginning was missed.
        var ignoredID: Int32?
    }

    private var slots = [Slot](repeating: Slot(), count: slotCount)
    /// Nil: a slot beyond ours, whose events are passed over.
    private var current: Int? = 0
    private var usesSlots = false
    private var singleTouchCount: Int32 = 0
    private var isDropping = false

    private static let buttonTouch: UInt16 = 0x14A
    private static let palm: Int32 = 2

    public init() {}

    /// Events were lost and the report that ends the gap has come: `resync` must be called.
    public private(set) var needsResync = false

    /// Fingers that are told to be down.
    public var contacts: [Int] { slots.indices.filter { slots[$0].told != nil } }

    /// Takes one event.
    /// - Returns: what fingers did, in slot order; only a report gives any.
    public mutating func take(_ event: RawInput) -> [Change] {
        if event.type == EventType.synchronise {
            switch event.code {
            case SynchroniseCode.dropped:
                isDropping = true
                return []
            case SynchroniseCode.report where isDropping:
                isDropping = false
                needsResync = true
                return []
            case SynchroniseCode.report: return report()
            default: return []
            }
        }
        if isDropping { return [] }
        if event.type == EventType.absolute {
            takeAxis(event.code, event.value)
        } else if event.type == EventType.key, event.code == Self.buttonTouch, !usesSlots {
            takeSingleTouch(isDown: event.value != 0)
        }
        return []
    }

    /// Makes the fingers what the device says they are after a gap, or at its opening.
    ///
    /// A finger that stayed goes on; one that left, or gave its slot to another, is cancelled, because nobody saw where
    /// it left; one that came begins where it is.
    /// - Parameters:
    ///   - states: slots from 0; nil when the device cannot be asked, and every finger is cancelled.
    ///   - current: the slot that the next events are of.
    ///   - tellsNew: false at opening: a finger that was there before is not ours.
    public mutating func resync(_ states: [SlotState]?, current newCurrent: Int = 0, tellsNew: Bool = true) -> [Change]
    {
        isDropping = false
        needsResync = false
        guard let states else { return cancelAll() }
        current = slots.indices.contains(newCurrent) ? newCurrent : nil
        usesSlots = true
        var changes: [Change] = []
        for index in slots.indices {
            let state = index < states.count ? states[index] : SlotState(trackingID: -1, x: 0, y: 0)
            if let told = slots[index].told, told.trackingID != state.trackingID {
                changes.append(Change(contact: index, phase: .cancelled, x: told.x, y: told.y))
                slots[index].told = nil
            }
            slots[index].trackingID = state.trackingID
            slots[index].x = state.x
            slots[index].y = state.y
            if !tellsNew, state.trackingID >= 0 { slots[index].ignoredID = state.trackingID }
        }
        return changes + report()
    }

    /// The device is gone: no finger is left.
    public mutating func cancelAll() -> [Change] {
        var changes: [Change] = []
        for index in slots.indices {
            if let told = slots[index].told {
                changes.append(Change(contact: index, phase: .cancelled, x: told.x, y: told.y))
            }
            // Place and tool stay: the kernel does not repeat what the next finger has in common.
            slots[index].told = nil
            slots[index].trackingID = -1
            slots[index].ignoredID = nil
        }
        return changes
    }

    private mutating func takeAxis(_ code: UInt16, _ value: Int32) {
        switch code {
        case AbsoluteCode.slot:
            usesSlots = true
            current = slots.indices.contains(Int(value)) ? Int(value) : nil
        case AbsoluteCode.trackingID:
            usesSlots = true
            guard let current else { return }
            slots[current].trackingID = max(-1, value)
        case AbsoluteCode.slotX:
            usesSlots = true
            if let current { slots[current].x = value }
        case AbsoluteCode.slotY:
            usesSlots = true
            if let current { slots[current].y = value }
        case AbsoluteCode.toolType:
            if let current { slots[current].isPalm = value == Self.palm }
        case AbsoluteCode.x where !usesSlots: slots[0].x = value
        case AbsoluteCode.y where !usesSlots: slots[0].y = value
        default: break
        }
    }

    private mutating func takeSingleTouch(isDown: Bool) {
        guard isDown != (slots[0].trackingID >= 0) else { return }
        singleTouchCount = singleTouchCount == .max ? 0 : singleTouchCount + 1
        slots[0].trackingID = isDown ? singleTouchCount : -1
    }

    private mutating func report() -> [Change] {
        var changes: [Change] = []
        for index in slots.indices {
            let slot = slots[index]
            if let told = slot.told {
                if told.trackingID != slot.trackingID {
                    changes.append(Change(contact: index, phase: .ended, x: told.x, y: told.y))
                    slots[index].told = nil
                } else if slot.isPalm {
                    changes.append(Change(contact: index, phase: .cancelled, x: told.x, y: told.y))
                    slots[index].told = nil
                    slots[index].ignoredID = slot.trackingID
                } else if told.x != slot.x || told.y != slot.y {
                    changes.append(Change(contact: index, phase: .moved, x: slot.x, y: slot.y))
                    slots[index].told = SlotState(trackingID: slot.trackingID, x: slot.x, y: slot.y)
                }
            }
            if slot.trackingID != slots[index].ignoredID { slots[index].ignoredID = nil }
            if slots[index].told == nil, slot.trackingID >= 0, slots[index].ignoredID == nil {
                if slot.isPalm {
                    slots[index].ignoredID = slot.trackingID
                } else {
                    changes.append(Change(contact: index, phase: .began, x: slot.x, y: slot.y))
                    slots[index].told = SlotState(trackingID: slot.trackingID, x: slot.x, y: slot.y)
                }
            }
        }
        return changes
    }
}
