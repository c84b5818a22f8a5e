import { createHash } from 'node:crypto';

/** The site's palette, so that the mailbox looks like part of it. Self-contained: no font, no picture, no script. */
export const PAGE_STYLE = `
:root {
  color-scheme: dark;
  --ground: #0a0d12; --surface: #11161d; --line: #222c37;
  --text: #e8eef4; --muted: #9aa8b6; --brand: #22d3ee;
}
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; padding: 32px 16px 72px;
  background: var(--ground); color: var(--text);
  font: 16px/1.5 "Geist Variable", system-ui, -apple-system, "Segoe UI", sans-serif;
}
header, main { max-width: 720px; margin: 0 auto; }
header { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: 4px 24px; }
h1 { margin: 0; font-size: 28px; line-height: 1.2; font-weight: 600; letter-spacing: -0.02em; }
header p { flex-basis: 100%; margin: 0; color: var(--muted); font-size: 14px; }
a { color: var(--brand); display: inline-block; padding: 10px 0; font-size: 14px; text-underline-offset: 3px; }
:focus-visible { outline: 2px solid var(--brand); outline-offset: 3px; border-radius: 4px; }
ol { list-style: none; margin: 24px 0 0; padding: 0; }
li { padding: 24px 0; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
h2 { margin: 0; font-size: 16px; line-height: 1.4; font-weight: 600; }
.route { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 24px; margin: 0 0 4px; }
.route, .code span { color: var(--muted); font-size: 14px; font-variant-numeric: tabular-nums; }
.code { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 16px; margin: 12px 0; }
.code strong {
  font-size: 40px; line-height: 1.2; font-weight: 600; letter-spacing: 0.08em;
  font-variant-numeric: tabular-nums; user-select: all;
}
.text { margin: 12px 0 0; color: var(--muted); white-space: pre-wrap; }
.empty { margin: 24px 0 0; padding: 72px 24px; border-radius: 14px; background: var(--surface); text-align: center; }
.empty p { margin: 8px auto 0; max-width: 44ch; color: var(--muted); }
`;

/** For `style-src` of a Content-Security-Policy. */
export const PAGE_STYLE_HASH = `'sha256-${createHash('sha256').update(PAGE_STYLE).digest('base64')}'`;
