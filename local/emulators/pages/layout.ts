import { html, raw } from 'hono/html';

export type Html = ReturnType<typeof html>;

/** A page without a script. Its only style sheet is allowed by its hash. */
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

/** A time in the time zone of this machine. @param at milliseconds since 1970. */
export function formatTime(at: number): Html {
  const text = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' }).format(at);
  return html`<time datetime="${new Date(at).toISOString()}">${text}</time>`;
}
