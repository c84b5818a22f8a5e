import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';

export type Html = ReturnType<typeof html>;

/** Renders a page without a script. The content security policy allows only its style sheet, by the hash of the style. */
export function renderPage(title: string, style: string, body: Html): string {
  const page = html`<!doctype html>
    <html lang="en-GB">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        ${raw(`<style>${style}</style>`)}
      </head>
      <body>
        ${body}
      </body>
    </html>`;
  // Hono returns a promise only for a template with an asynchronous part.
  if (page instanceof Promise) throw new Error('The developer pages are synchronous.');
  return page.toString();
}

/** Formats a time in the time zone of this machine. @param at milliseconds since 1970. */
export function formatTime(at: number): Html {
  const text = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' }).format(at);
  return html`<time datetime="${new Date(at).toISOString()}">${text}</time>`;
}

/** The palette and the controls of the site. The developer pages load no font, picture or script. */
export const BASE_STYLE = `
:root {
  color-scheme: dark;
  --ground: #0a0d12; --surface: #11161d; --raised: #182029; --line: #222c37; --edge: #5b6b7c;
  --text: #e8eef4; --muted: #9aa8b6; --brand: #22d3ee; --brand-ink: #04252c; --warn: #fbbf24; --danger: #fb7185;
}
* { box-sizing: border-box; min-width: 0; }
body {
  margin: 0; min-height: 100vh; background: var(--ground); color: var(--text);
  font: 16px/1.5 "Geist Variable", "Geist", system-ui, -apple-system, "Segoe UI", sans-serif;
  font-variant-numeric: tabular-nums; overflow-wrap: anywhere;
}
h1, h2, h3, p, dl, dd, ol { margin: 0; padding: 0; }
h1, h2, h3 { font-weight: 600; line-height: 1.4; }
a { color: var(--brand); text-underline-offset: 3px; }
label, .facts { color: var(--muted); font-size: 14px; }
button, input, select { font: inherit; font-size: 16px; color: var(--text); min-height: 44px; border-radius: 10px; }
button { padding: 8px 16px; border: 1px solid var(--line); background: var(--raised); font-weight: 500; cursor: pointer; }
button:hover { border-color: var(--edge); }
button.primary { background: var(--brand); border-color: var(--brand); color: var(--brand-ink); font-weight: 600; }
button.primary:hover { background: #67e8f9; border-color: #67e8f9; }
input, select { width: 100%; padding: 8px 12px; border: 1px solid var(--edge); background: var(--ground); }
input[readonly] { border-color: var(--line); color: var(--muted); }
:focus-visible { outline: 2px solid var(--brand); outline-offset: 3px; border-radius: 10px; }
`;

/** Returns the source of a style sheet for `style-src` in a Content-Security-Policy. */
export function styleHash(style: string): string {
  return `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
}
