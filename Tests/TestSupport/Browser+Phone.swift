extension Browser {
    /// The JavaScript for the text on the phone's screen.
    package static let phoneText = "document.querySelector('.phone iframe').contentDocument.body.innerText"

    /// Clicks an element on the phone's screen with the mouse.
    ///
    /// - Parameter name: A prefix of its `data-tap`.
    package func tap(_ name: String) async throws {
        let find = "document.querySelector('.phone iframe')?.contentDocument?.querySelector('[data-tap^=\"\(name)\"]')"
        try await wait(find)
        let place =
            try await run(
                """
                const found = \(find), frame = document.querySelector('.phone iframe');
                found.scrollIntoView({block: 'center'});
                const outer = frame.getBoundingClientRect(), inner = found.getBoundingClientRect();
                const scale = outer.width / frame.offsetWidth;
                return [outer.left + (inner.left + inner.width / 2) * scale,
                    outer.top + (inner.top + inner.height / 2) * scale];
                """
            ) as? [Double] ?? []
        guard place.count == 2 else { throw Refused(answer: name) }
        for type in ["mousePressed", "mouseReleased"] {
            try await devTools(
                "Input.dispatchMouseEvent",
                ["type": type, "x": place[0], "y": place[1], "button": "left", "clickCount": 1]
            )
        }
    }
}
