const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Markup that is safe as it is. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

type Part = Html | string | number | null | undefined | false | readonly Html[];

/** A piece of a page. Whatever is put into it is escaped, except other pieces; null, undefined and false are nothing. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  const [first = '', ...rest] = strings;
  return new Html(rest.reduce((markup, string, index) => markup + render(parts[index]) + string, first));
}

function render(part: Part): string {
  if (part === null || part === undefined || part === false) return '';
  if (part instanceof Html) return part.markup;
  if (typeof part === 'object') return part.map(({ markup }) => markup).join('\n');
  return String(part).replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}

/** A whole document, without script. */
export function document(title: string, style: string, body: Html): string {
  return html`<!doctype html>
    <html lang="en-GB">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${new Html(`<style>${style}</style>`)}
      </head>
      <body>
        ${body}
      </body>
    </html>`.markup;
}

/** A moment in the time zone of this machine, which is also its reader's. @param at milliseconds since 1970. */
export function time(at: number): Html {
  return moment(at, { dateStyle: 'medium', timeStyle: 'medium' });
}

export function timeOfDay(at: number): Html {
  return moment(at, { timeStyle: 'medium' });
}

function moment(at: number, style: Intl.DateTimeFormatOptions): Html {
  const shown = new Intl.DateTimeFormat('en-GB', style).format(at);
  return html`<time datetime="${new Date(at).toISOString()}">${shown}</time>`;
}
