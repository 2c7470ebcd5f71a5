// SDL's events as ours: fingers, mouse, keys, text. Main thread.

import CSDL2
public import Scene

/// What must be remembered between events of a window.
struct WindowEventReader {
    /// SDL's fingers that are down, at the numbers we give them; number 0 is also the mouse.
    var fingers: [SDL_FingerID?] = []
    var isMouseDown = false
    var lastX = 0
    var lastY = 0
    /// Parts of a tick that smooth wheels send.
    var wheelRest: Float = 0
    /// Window events that were not taken yet.
    var windowEvents: [WindowEvent] = []

    mutating func number(of finger: SDL_FingerID) -> Int {
        if let known = fingers.firstIndex(of: finger) { return known }
        if let free = fingers.firstIndex(of: nil) {
            fingers[free] = finger
            return free
        }
        fingers.append(finger)
        return fingers.count - 1
    }

    mutating func lift(_ finger: SDL_FingerID) {
        if let known = fingers.firstIndex(of: finger) { fingers[known] = nil }
    }
}

extension Display {
    /// What was done in the window since the last call, in order. Nothing on a console: input is read elsewhere there.
    public func pollEvents() -> [InputEvent] {
        guard isWindowed else { return [] }
        var found: [InputEvent] = []
        var event = SDL_Event()
        while !isLost, SDL_PollEvent(&event) != 0 {
            if let kind = read(event) {
                found.append(InputEvent(kind, time: time(of: event.common.timestamp)))
            }
        }
        return found
    }

    /// What happened to the window itself since the last call.
    public func takeWindowEvents() -> [WindowEvent] {
        defer { reader.windowEvents.removeAll() }
        return reader.windowEvents
    }

    /// SDL counts milliseconds since its start.
    private func time(of timestamp: UInt32) -> Double {
        let age = SDL_GetTicks() &- timestamp
        return clock() - (age < 10_000 ? Double(age) / 1000 : 0)
    }

    private func read(_ event: SDL_Event) -> InputEvent.Kind? {
        switch event.type {
        case SDL_QUIT.rawValue:
            reader.windowEvents.append(.close)
            return nil
        case SDL_WINDOWEVENT.rawValue:
            return readWindow(event.window)
        case SDL_MOUSEBUTTONDOWN.rawValue, SDL_MOUSEBUTTONUP.rawValue:
            return readButton(event.button)
        case SDL_MOUSEMOTION.rawValue:
            guard reader.isMouseDown else { return nil }
            return mouse(.moved, event.motion.x, event.motion.y)
        case SDL_MOUSEWHEEL.rawValue:
            return readWheel(event.wheel)
        case SDL_FINGERDOWN.rawValue, SDL_FINGERMOTION.rawValue, SDL_FINGERUP.rawValue:
            return readFinger(event.tfinger, type: event.type)
        case SDL_KEYDOWN.rawValue, SDL_KEYUP.rawValue:
            return readKey(event.key, isDown: event.type == SDL_KEYDOWN.rawValue)
        case SDL_TEXTINPUT.rawValue:
            guard takesText else { return nil }
            let text = withUnsafeBytes(of: event.text.text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            return text.isEmpty ? nil : .text(text)
        case wakeType:
            isWaking.store(false, ordering: .releasing)
            wasWoken = true
            return nil
        default:
            return nil
        }
    }

    private func readWindow(_ event: SDL_WindowEvent) -> InputEvent.Kind? {
        switch UInt32(event.event) {
        case SDL_WINDOWEVENT_CLOSE.rawValue:
            // SDL_QUIT follows for the last window, and says it once.
            break
        case SDL_WINDOWEVENT_SIZE_CHANGED.rawValue:
            reader.windowEvents.append(adoptSize() ? .resized : .exposed)
        case SDL_WINDOWEVENT_EXPOSED.rawValue:
            reader.windowEvents.append(.exposed)
        case SDL_WINDOWEVENT_FOCUS_LOST.rawValue, SDL_WINDOWEVENT_HIDDEN.rawValue:
            guard reader.isMouseDown else { break }
            reader.isMouseDown = false
            return .touch(finger: 0, phase: .cancelled, x: reader.lastX, y: reader.lastY)
        default:
            break
        }
        return nil
    }

    private func readButton(_ event: SDL_MouseButtonEvent) -> InputEvent.Kind? {
        let isDown = event.type == SDL_MOUSEBUTTONDOWN.rawValue
        switch Int(event.button) {
        case 1:
            guard isDown != reader.isMouseDown else { return nil }
            reader.isMouseDown = isDown
            return mouse(isDown ? .began : .ended, event.x, event.y)
        case 2: return .press(isDown: isDown)
        case 3, 8: return isDown ? .back : nil
        default: return nil
        }
    }

    /// Turned away from the person is against the clock: up the list.
    private func readWheel(_ event: SDL_MouseWheelEvent) -> InputEvent.Kind? {
        let sign: Float = event.direction == SDL_MOUSEWHEEL_FLIPPED.rawValue ? 1 : -1
        reader.wheelRest += sign * (event.preciseY != 0 ? event.preciseY : Float(event.y))
        let ticks = max(-100, min(100, reader.wheelRest.rounded(.towardZero)))
        guard ticks.isFinite, ticks != 0 else { return nil }
        reader.wheelRest -= ticks
        return .rotate(Int(ticks))
    }

    private func readFinger(_ event: SDL_TouchFingerEvent, type: UInt32) -> InputEvent.Kind? {
        guard event.x.isFinite, event.y.isFinite else { return nil }
        let finger = reader.number(of: event.fingerId)
        let phase: InputEvent.Phase
        switch type {
        case SDL_FINGERDOWN.rawValue: phase = .began
        case SDL_FINGERUP.rawValue:
            phase = .ended
            reader.lift(event.fingerId)
        default: phase = .moved
        }
        let x = Int(max(0, min(1, event.x)) * Float(panelWidth))
        let y = Int(max(0, min(1, event.y)) * Float(panelHeight))
        return touch(finger, phase, x, y)
    }

    private func mouse(_ phase: InputEvent.Phase, _ x: Int32, _ y: Int32) -> InputEvent.Kind {
        touch(0, phase, Int(x), Int(y))
    }

    /// From pixels of the panel to pixels of the picture: the same turn as the picture's.
    private func touch(_ finger: Int, _ phase: InputEvent.Phase, _ x: Int, _ y: Int) -> InputEvent.Kind {
        let point = rotation.picturePoint(
            x: min(max(0, x), panelWidth - 1), y: min(max(0, y), panelHeight - 1), panelWidth: panelWidth,
            panelHeight: panelHeight)
        (reader.lastX, reader.lastY) = point
        return .touch(finger: finger, phase: phase, x: point.x, y: point.y)
    }

    private func readKey(_ event: SDL_KeyboardEvent, isDown: Bool) -> InputEvent.Kind? {
        let code = event.keysym.sym
        let isRepeat = event.repeat != 0
        if takesText {
            if code == Int32(bitPattern: SDLK_BACKSPACE.rawValue) { return isDown ? .deleteBackward : nil }
            // A key that writes something comes again as text.
            if code >= 0x20, code < 0x40000000, code != 0x7F { return nil }
        }
        // Ctrl, Alt and Super belong to the desktop.
        if event.keysym.mod & UInt16(KMOD_CTRL.rawValue | KMOD_ALT.rawValue | KMOD_GUI.rawValue) != 0, isDown {
            return nil
        }
        switch keyMap.action(keycode: code, scancode: event.keysym.scancode) {
        case .press: return isRepeat ? nil : .press(isDown: isDown)
        case .nudge(let direction): return isDown ? .nudge(direction) : nil
        case .rotate(let ticks): return isDown ? .rotate(ticks) : nil
        case .back: return isDown && !isRepeat ? .back : nil
        case .key(let key):
            return isDown && (KeyAction.key(key).repeats || !isRepeat) ? .key(key) : nil
        case .some(.none), nil: return nil
        }
    }
}
