import { createHash } from 'node:crypto';
import { z } from 'zod';

export const storedMail = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  /** The code in the text; empty when there is none. */
  code: z.string(),
  /** The address of the first link in the message. */
  link: z.string().optional(),
  /** When the e-mail was sent, ISO 8601. */
  at: z.iso.datetime(),
});
export type StoredMail = z.infer<typeof storedMail>;

/** The palette of the site. The page loads no font, image or script. */
const PAGE_STYLE = `
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

/** The mailbox as a page. It has no script: a link reloads it. */
export function renderPage(mails: readonly StoredMail[]): string {
  const count = mails.length === 1 ? '1 message' : `${mails.length} messages`;
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Local mailbox (${mails.length})</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<header>
<h1>Local mailbox</h1>
<a href="">Check for new mail</a>
<p>${count}. E-mail that the local cloud would have sent stays on this machine.</p>
</header>
<main>
${mails.length === 0 ? renderEmpty() : `<ol role="list">\n${mails.map(renderMail).join('\n')}\n</ol>`}
</main>
</body>
</html>
`;
}

function renderMail(mail: StoredMail): string {
  const code = `<p class="code"><span>Code</span> <strong>${escape(mail.code)}</strong></p>\n`;
  const link = mail.link !== undefined && /^https?:/.test(mail.link) ? renderLink(mail.link) : '';
  return `<li>
<article>
<p class="route"><span>To ${escape(mail.to)}</span> <time datetime="${escape(mail.at)}">${escape(formatTime(mail.at))}</time></p>
<h2>${escape(mail.subject)}</h2>
${mail.code === '' ? '' : code}${link}<p class="text">${escape(mail.text)}</p>
</article>
</li>`;
}

/** Opens in another tab without a referrer, as in an e-mail client. */
function renderLink(link: string): string {
  return `<p><a href="${escape(link)}" target="_blank" rel="noreferrer">Open the link</a></p>\n`;
}

function renderEmpty(): string {
  return `<section class="empty">
<h2>No mail yet</h2>
<p>Sign up, reset a password or request a sign-in code, and the message appears here.</p>
</section>`;
}

function formatTime(at: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' }).format(new Date(at));
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}
