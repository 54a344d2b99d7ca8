import RewindHTML

extension ScreenHTML {
    /// The client's style sheet, light and dark: as the system's setting, or as the root element of the page says.
    static let style: ScreenHTML = """

        :root { color-scheme: light dark; }
        :root[data-theme=light] { color-scheme: light; }
        :root[data-theme=dark] { color-scheme: dark; }
        body { margin: 0; }
        .screen {
          --ink: light-dark(#1c1e21, #f0f1f3); --ink2: light-dark(#636b77, #9aa3af);
          --line: light-dark(#e6e8eb, #2b2f36); --paper: light-dark(#fff, #17191d);
          --chip: light-dark(#f3f4f5, #22252b); --green: light-dark(#2f7a0b, #6cc832);
          --fill: light-dark(#3b830f, #6cc832); --onfill: light-dark(#fff, #0c1706);
          --red: light-dark(#c2203f, #ff7d9d);
          position: relative; display: flex; flex-direction: column; height: 100vh; overflow: hidden;
          background: var(--paper); color: var(--ink); -webkit-text-size-adjust: 100%;
          font: 15px/1.5 Inter, -apple-system, "SF Pro Text", "Segoe UI", "Hiragino Sans", "Noto Sans CJK JP", "Noto Sans JP",
            system-ui, sans-serif;
        }
        .screen * { box-sizing: border-box; }
        .screen [data-p] { unicode-bidi: isolate; }
        .screen [data-tap] { cursor: pointer; }
        .screen [data-tap]:active { opacity: .6; }
        .screen :focus { outline: none; }
        .screen :focus-visible { outline: 2px solid var(--green); outline-offset: -2px; border-radius: 8px; }
        .screen i { font-style: normal; }
        .screen svg { fill: none; stroke: currentColor; stroke-linecap: round; stroke-linejoin: round; flex: none; }

        .bar {
          flex: none; height: 44px; padding: 0 8px; display: grid; grid-template-columns: 1fr auto 1fr;
          align-items: center; font-size: 16px;
        }
        .bar b { max-width: 190px; font-weight: 600; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
        .back {
          height: 40px; justify-self: start; padding: 0 8px 0 2px; display: flex; gap: 4px; align-items: center;
          color: var(--green); white-space: nowrap;
        }
        .back svg { width: 11px; height: 19px; stroke-width: 2.6; }
        .reload {
          justify-self: end; width: 40px; height: 40px; display: grid; place-items: center; color: var(--green);
        }
        .reload svg { width: 20px; height: 20px; stroke-width: 1.8; }
        .progress { position: absolute; z-index: 1; top: 43px; left: 0; right: 0; height: 2px; overflow: hidden; }
        .progress::after {
          content: ""; position: absolute; inset: 0 60% 0 0; background: var(--green);
          animation: pass 1.2s infinite ease-in-out;
        }
        @keyframes pass { from { transform: translateX(-100%); } to { transform: translateX(260%); } }
        .content { flex: 1; overflow: hidden auto; scrollbar-width: none; padding-bottom: 34px; }
        .screen::after {
          content: ""; position: absolute; left: 0; right: 0; bottom: 0; height: 30px; pointer-events: none;
          background: linear-gradient(to top, var(--paper) 55%, transparent);
        }

        h1 { margin: 0; padding: 2px 18px 8px; font-size: 31px; line-height: 1.4; letter-spacing: -.02em; font-weight: 750; }
        .cell {
          display: grid; grid-template-columns: 40px minmax(0, 1fr); gap: 0 12px; padding: 12px 18px;
          border-bottom: 1px solid var(--line);
        }
        .cell:last-child { border-bottom: 0; }
        .by {
          display: flex; gap: 6px; margin-bottom: 3px; font-size: 12.5px; color: var(--ink2); white-space: nowrap;
          overflow: hidden;
        }
        .by b { font-weight: 550; color: var(--ink); opacity: .85; overflow: hidden; text-overflow: ellipsis; }
        .by i { border: 1px solid var(--line); border-radius: 4px; padding: 0 5px; font-size: 11px; }
        .title {
          font-size: 15.5px; line-height: 1.4; font-weight: 650; letter-spacing: -.005em; overflow: hidden;
          display: -webkit-box; -webkit-line-clamp: 2; -webkit-box-orient: vertical; overflow-wrap: anywhere;
          text-wrap: pretty;
        }
        .tags { display: flex; flex-wrap: wrap; gap: 6px; margin-top: 6px; }
        .tags span {
          max-width: 100%; border-radius: 5px; padding: 1px 7px; font-size: 11.5px; color: var(--ink2);
          background: var(--chip); overflow: hidden; text-overflow: ellipsis; white-space: nowrap;
        }
        .end {
          display: flex; gap: 8px; justify-content: center; align-items: center; padding: 16px; font-size: 13px;
          color: var(--ink2);
        }
        .end.key { color: var(--green); font-weight: 600; font-size: 14px; }

        .avatar {
          flex: none; width: 40px; height: 40px; border-radius: 50%; display: grid; place-items: center; overflow: hidden;
          color: #fff; font-size: 16px; font-weight: 650; line-height: 1; background: #2f6fd0;
        }
        .c1 { background: #8b4bc9; } .c2 { background: #0f7d74; } .c3 { background: #b6407f; } .c4 { background: #7a6200; }
        .c5 { background: #3f7d2b; } .c6 { background: #b0522a; } .c7 { background: #4a5ac2; }
        .spinner {
          flex: none; width: 18px; height: 18px; border: 2.2px solid var(--line); border-top-color: var(--green);
          border-radius: 50%; animation: turn .8s linear infinite;
        }
        @keyframes turn { to { transform: rotate(1turn); } }

        .notice {
          display: flex; flex-direction: column; gap: 12px; align-items: center; justify-content: center;
          padding: 24px 34px; text-align: center; font-size: 14.5px; line-height: 1.55; color: var(--ink2);
          overflow-wrap: anywhere;
        }
        .notice:only-child { min-height: calc(100% - 30px); }
        .notice b { color: var(--ink); font-size: 17px; }
        .notice .spinner { width: 34px; height: 34px; border-width: 3px; }
        .notice .mark {
          width: 60px; height: 60px; border-radius: 50%; display: grid; place-items: center; font-size: 30px;
          font-weight: 700; color: var(--red); background: color-mix(in srgb, var(--red) 14%, transparent);
        }
        .notice .key, .banner .key {
          flex: none; border: 1.5px solid var(--fill); border-radius: 10px; padding: 8px 22px; font-weight: 600;
          color: var(--green);
        }
        .banner {
          display: flex; gap: 12px; align-items: center; justify-content: space-between; margin: 8px 14px 6px;
          padding: 10px 12px; border-radius: 12px; font-size: 13px; overflow-wrap: anywhere;
          background: color-mix(in srgb, var(--red) 10%, transparent);
        }
        .banner b { display: block; color: var(--red); }
        .banner .key { padding: 6px 14px; }

        .profile, .author { display: flex; align-items: center; }
        .profile { gap: 14px; padding: 6px 18px 14px; border-bottom: 1px solid var(--line); }
        .profile > div, .author > div { min-width: 0; overflow-wrap: anywhere; }
        .profile .avatar { width: 56px; height: 56px; font-size: 22px; }
        .profile b { display: block; font-size: 18px; line-height: 1.4; }
        .profile small, .author small { display: block; font-size: 12.5px; color: var(--ink2); }

        article { padding: 4px 18px 24px; }
        article h1 { margin: 6px 0 10px; padding: 0; font-size: 23px; line-height: 1.35; letter-spacing: -.015em; overflow-wrap: anywhere; }
        .author { gap: 10px; margin-bottom: 10px; border-radius: 8px; }
        .author b { display: block; font-size: 14px; font-weight: 600; line-height: 1.4; }
        .stock {
          display: flex; align-items: center; gap: 12px; margin: 14px 0 16px; padding: 12px 0;
          border-block: 1px solid var(--line);
        }
        .stock .key {
          display: inline-flex; align-items: center; gap: 7px; border-radius: 11px; padding: 8px 15px; font-size: 14.5px;
          font-weight: 650; white-space: nowrap; background: var(--fill); color: var(--onfill);
        }
        .stock .key svg { width: 15px; height: 15px; stroke-width: 2; }
        .stock .on { background: none; box-shadow: inset 0 0 0 1.5px var(--fill); color: var(--green); }
        .stock .on svg { fill: currentColor; }
        .stock .busy { opacity: .55; }
        .stockers { display: flex; align-items: center; margin-left: auto; font-size: 12.5px; color: var(--ink2); }
        .stockers .avatar {
          width: 24px; height: 24px; margin-left: -7px; font-size: 10.5px; box-shadow: 0 0 0 2px var(--paper);
        }
        .stockers span { margin-left: 7px; }

        .text { line-height: 1.75; overflow-wrap: anywhere; }
        .text h2, .text h3, .text h4 {
          margin: 20px 0 8px; padding-bottom: 4px; border-bottom: 1px solid var(--line); font-size: 18px; line-height: 1.5;
        }
        .text h2 { font-size: 20px; }
        .text h4 { border-bottom: 0; font-size: 16px; }
        .text p, .text ul, .text ol, .text table, .text pre { margin: 0 0 12px; }
        .text ul, .text ol { padding-left: 20px; }
        .text li { margin: 3px 0; }
        .text hr { border: 0; border-top: 1px solid var(--line); margin: 20px 0; }
        .text code, .text pre {
          background: var(--chip); font: 12.5px/1.6 ui-monospace, "JetBrains Mono", "SF Mono", Menlo, "Noto Sans Mono CJK JP",
            monospace;
        }
        .text code { border-radius: 4px; padding: 1px 4px; }
        .text pre { border-radius: 8px; padding: 10px 12px; overflow: auto; scrollbar-width: none; overflow-wrap: normal; }
        .text pre code { padding: 0; background: none; font-size: 12px; }
        .text blockquote { margin: 0 0 12px; padding-left: 12px; border-left: 3px solid var(--line); color: var(--ink2); }
        .text blockquote p { margin: 0 0 4px; }
        .text table { display: block; overflow-x: auto; border-collapse: collapse; font-size: 13px; scrollbar-width: none; }
        .text td { border: 1px solid var(--line); padding: 4px 9px; overflow-wrap: normal; }
        .text tr:first-child td { background: var(--chip); font-weight: 600; }
        .text .link { color: var(--green); }
        .text .picture { color: var(--ink2); border: 1px solid var(--line); border-radius: 6px; padding: 1px 8px; }
        .text .cut { color: var(--ink2); font-size: 13px; text-align: center; }
        @media (prefers-reduced-motion: reduce) { .screen * { animation: none !important; } }

        """
}
