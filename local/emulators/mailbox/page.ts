import type { Mail } from './mail.ts';
import { PAGE_STYLE } from './page-style.ts';

/** The mailbox as a page for a person. It has no script: a link looks for new mail. */
export function renderPage(mails: readonly Mail[]): string {
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
<p>${count}. Mail the local cloud would have sent stays on this machine.</p>
</header>
<main>
${mails.length === 0 ? renderEmpty() : `<ol role="list">\n${mails.map(renderMail).join('\n')}\n</ol>`}
</main>
</body>
</html>
`;
}

function renderMail(mail: Mail): string {
  const code = `<p class="code"><span>Code</span> <strong>${escape(mail.code)}</strong></p>\n`;
  const link = mail.link !== undefined && /^https?:/.test(mail.link) ? renderLink(mail.link) : '';
  return `<li>
<article>
<p class="route"><span>To ${escape(mail.to)}</span> <time datetime="${escape(mail.at)}">${escape(when(mail.at))}</time></p>
<h2>${escape(mail.subject)}</h2>
${mail.code === '' ? '' : code}${link}<p class="text">${escape(mail.text)}</p>
</article>
</li>`;
}

/** As in a reader of mail: another tab, which learns nothing of this one. */
function renderLink(link: string): string {
  return `<p><a href="${escape(link)}" target="_blank" rel="noreferrer">Open the link</a></p>\n`;
}

function renderEmpty(): string {
  return `<section class="empty">
<h2>No mail yet</h2>
<p>Sign up, ask for a new password or for a sign-in code, and the message appears here.</p>
</section>`;
}

/** In the time zone of this machine, which is also its reader's. */
function when(at: string): string {
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
