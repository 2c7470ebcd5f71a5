// Now Playing and messages made from their patterns. Main thread.

extension NowPlayingPattern {
    func template(_ scope: Scope) throws(TemplateError) -> NowPlayingTemplate {
        let status = status?.optionalText(in: scope)
        return try NowPlayingTemplate(
            title: title.title(in: scope), artist: artist?.optionalText(in: scope),
            album: album?.optionalText(in: scope), artistAction: artistSelect?.action(in: scope),
            albumAction: albumSelect?.action(in: scope), cover: cover?.image(in: scope),
            progress: status == nil ? try progress(scope) : nil, status: status,
            isPlaying: playing.flag(in: scope),
            transport: NowPlayingTemplate.Transport(
                isPreviousEnabled: hasPrevious.flag(in: scope), isNextEnabled: hasNext.flag(in: scope)),
            buttons: try made(buttons, scope), barButtons: try made(barButtons, scope))
    }

    /// Nil while the length is not known.
    private func progress(_ scope: Scope) throws(TemplateError) -> NowPlayingTemplate.Progress? {
        guard let position, let duration, case .duration(let length) = scope.value(duration),
            length > 0, length.isFinite
        else { return nil }
        var place = 0.0
        if case .duration(let seconds) = scope.value(position), seconds.isFinite { place = max(0, seconds) }
        return try NowPlayingTemplate.Progress(
            position: place, duration: length, isSeekable: seekable.flag(in: scope))
    }

    private func made(
        _ patterns: [NowPlayingButtonPattern], _ scope: Scope
    ) throws(TemplateError) -> [NowPlayingButton] {
        var made: [NowPlayingButton] = []
        for pattern in patterns where pattern.condition.holds(in: scope) {
            let range = TemplateLimits.standard.buttonLevels
            let level = pattern.level?
                .number(in: scope, range: Double(range.lowerBound)...Double(range.upperBound))
                .map { Int($0) }
            let isSelected = pattern.selected.map { $0.flag(in: scope) || (level ?? 0) > 0 }
            let icon = pattern.icon?.image(in: scope)
            let action = pattern.action?.action(in: scope)
            let isEnabled = pattern.enabled.flag(in: scope)
            if let known = pattern.known {
                made.append(
                    NowPlayingButton(
                        known, isSelected: isSelected ?? false, level: level, isEnabled: isEnabled, icon: icon,
                        action: action))
            } else if let action {
                made.append(
                    try NowPlayingButton(
                        custom: pattern.name, title: pattern.title?.title(in: scope) ?? .literal(pattern.name),
                        icon: icon ?? .icon("more"), isSelected: isSelected, level: level, isEnabled: isEnabled,
                        action: action))
            }
        }
        return made
    }
}

extension MessagePattern {
    func template(_ scope: Scope) throws(TemplateError) -> MessageTemplate {
        let share: MessageTemplate.Progress? =
            switch progress {
            case .endless: .endless
            case .percent(let number): number.number(in: scope, range: 0...100).map { .share($0 / 100) }
            case nil: nil
            }
        return try MessageTemplate(
            icon: icon?.image(in: scope), title: title.title(in: scope), text: text?.lines(in: scope),
            progress: share, buttons: try buttons.buttons(scope))
    }
}
