// A screen cut to the limits that hold now. Pure functions; any thread.

extension Template {
    /// The screen with what `limits` allow of it: the first of what is counted, but of answers always the one that
    /// changes nothing, and of buttons always the one that most people want. Rows and items are never cut: the whole
    /// library stays reachable. A screen that fits is given back as it is.
    public func limited(to limits: TemplateLimits) -> Template {
        switch self {
        case .list(let list): (try? list.limited(to: limits)).map(Template.list) ?? self
        case .message(let message): (try? message.limited(to: limits)).map(Template.message) ?? self
        case .information(let facts): (try? facts.limited(to: limits)).map(Template.information) ?? self
        case .alert(let alert): (try? alert.limited(to: limits)).map(Template.alert) ?? self
        case .actionSheet(let sheet): (try? sheet.limited(to: limits)).map(Template.actionSheet) ?? self
        case .notice(let notice): (try? notice.limited(to: limits)).map(Template.notice) ?? self
        case .tabBar, .grid, .nowPlaying, .search: self
        }
    }
}

extension Array {
    /// So many of them in their order: those that `isKept` says first, then the others from the front.
    fileprivate func kept(_ most: Int, _ isKept: (Int, Element) -> Bool) -> [Element] {
        guard count > most else { return self }
        let kept = indices.filter { isKept($0, self[$0]) }
        let others = indices.filter { !kept.contains($0) }
        return (kept + others).prefix(Swift.max(0, most)).sorted().map { self[$0] }
    }
}

extension [Button] {
    fileprivate func limited(to range: ClosedRange<Int>) -> [Button] {
        kept(range.upperBound) { _, button in button.style == .primary }
    }
}

extension [ModalAction] {
    fileprivate func limited(to range: ClosedRange<Int>, safe: Int) -> [ModalAction] {
        kept(range.upperBound) { index, action in index == safe || action.style == .cancel }
    }
}

extension ListTemplate {
    fileprivate func limited(to limits: TemplateLimits) throws(TemplateError) -> ListTemplate {
        guard let header, header.buttons.count > limits.headerButtons.upperBound else { return self }
        return try ListTemplate(
            title: title,
            header: ListHeader(
                title: header.title, image: header.image, imageShape: header.imageShape, lines: header.lines,
                buttons: header.buttons.limited(to: limits.headerButtons), background: header.background),
            sections: sections, leadingButtons: leadingButtons, trailingButtons: trailingButtons,
            hasIndex: hasIndex, empty: empty, loading: loading)
    }
}

extension MessageTemplate {
    fileprivate func limited(to limits: TemplateLimits) throws(TemplateError) -> MessageTemplate {
        try MessageTemplate(
            icon: icon, title: title, text: text?.shortened(to: limits.textCharacters.upperBound),
            progress: progress, buttons: buttons.limited(to: limits.messageButtons))
    }
}

extension InformationTemplate {
    fileprivate func limited(to limits: TemplateLimits) throws(TemplateError) -> InformationTemplate {
        try InformationTemplate(
            title: title, headline: headline, items: Array(items.prefix(limits.informationItems.upperBound)),
            columns: columns, buttons: buttons.limited(to: limits.informationButtons), empty: empty)
    }
}

extension AlertTemplate {
    fileprivate func limited(to limits: TemplateLimits) throws(TemplateError) -> AlertTemplate {
        try AlertTemplate(
            titles: titles, text: text?.shortened(to: limits.textCharacters.upperBound),
            actions: actions.limited(to: limits.alertActions, safe: safeActionIndex))
    }
}

extension ActionSheetTemplate {
    fileprivate func limited(to limits: TemplateLimits) throws(TemplateError) -> ActionSheetTemplate {
        try ActionSheetTemplate(
            title: title, text: text?.shortened(to: limits.textCharacters.upperBound),
            actions: actions.limited(to: limits.sheetActions, safe: firstActionIndex))
    }
}

extension NoticeTemplate {
    fileprivate func limited(to limits: TemplateLimits) throws(TemplateError) -> NoticeTemplate {
        try NoticeTemplate(text: text.shortened(to: limits.textCharacters.upperBound), icon: icon)
    }
}
