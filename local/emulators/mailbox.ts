import { html } from 'hono/html';
import { join } from 'node:path';
import { z } from 'zod';
import { BASE_STYLE, formatTime, renderPage, styleHash, type Html } from './page.ts';
import { openState } from './state-file.ts';

const storedMail = z.object({
  to: z.string(),
  /** The address for the answer to the e-mail. */
  replyTo: z.string().optional(),
  subject: z.string(),
  text: z.string(),
  /** The code in the text. Empty if the text has no code. */
  code: z.string(),
  /** The address of the first link in the message. */
  link: z.string().optional(),
  /** A file with its content in base64. */
  attachment: z.object({ name: z.string(), type: z.string(), content: z.string() }).optional(),
  /** The time when the e-mail was sent (ISO 8601). */
  at: z.iso.datetime(),
});
type StoredMail = z.infer<typeof storedMail>;

export type Mail = Omit<StoredMail, 'at'>;

export type Mailbox = ReturnType<typeof createMailbox>;

/** The most e-mails in the mailbox. Older e-mails are dropped, so that the page also opens quickly after a long test run. */
const CAPACITY = 200;

/**
 * Creates the inbox of the embedded cloud, which receives every e-mail that the user pool and SES send.
 * @param options.dataDir the folder that keeps e-mails between runs. @default in memory only
 * @throws Error if the file of an earlier run cannot be read.
 */
export function createMailbox(options: { dataDir?: string; now?: () => number } = {}) {
  const path = options.dataDir && join(options.dataDir, 'mailbox.json');
  const { state: mails, save } = openState(path, z.array(storedMail), []);
  const now = options.now ?? Date.now;

  return {
    deliver(mail: Mail): void {
      mails.unshift({ ...mail, at: new Date(now()).toISOString() });
      mails.splice(CAPACITY);
      save();
    },
    /** Returns the e-mails, newest first. */
    list: () => [...mails],
    /** Returns a complete HTML document without scripts. */
    page: () => renderMailbox(mails),
    /** The hash of the page's style sheet, quoted for `style-src`. */
    pageStyleHash: styleHash(PAGE_STYLE),
  };
}

const PAGE_STYLE = `${BASE_STYLE}
body { padding: 32px 16px 72px; }
header, main { max-width: 720px; margin: 0 auto; }
header { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: 4px 24px; }
h1 { font-size: 28px; line-height: 1.2; letter-spacing: -0.02em; }
h2 { font-size: 16px; }
header p { flex-basis: 100%; color: var(--muted); font-size: 14px; }
a { display: inline-block; padding: 10px 0; font-size: 14px; }
ol { list-style: none; margin-top: 24px; }
li { padding: 24px 0; border-top: 1px solid var(--line); }
.route { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 24px; margin-bottom: 4px; }
.route, .code span { color: var(--muted); font-size: 14px; }
.code { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 16px; margin: 12px 0; }
.code strong { font-size: 40px; line-height: 1.2; font-weight: 600; letter-spacing: 0.08em; user-select: all; }
.text { margin-top: 12px; color: var(--muted); white-space: pre-wrap; }
img { display: block; max-width: 100%; margin-top: 12px; border-radius: 8px; }
.empty { margin-top: 24px; padding: 72px 24px; border-radius: 14px; background: var(--surface); text-align: center; }
.empty p { margin: 8px auto 0; max-width: 44ch; color: var(--muted); }
`;

/** Renders the mailbox as a page. The page has no script: a link reloads it. */
function renderMailbox(mails: readonly StoredMail[]): string {
  const count = mails.length === 1 ? '1 message' : `${mails.length} messages`;
  const empty = html`<section class="empty">
    <h2>No mail yet</h2>
    <p>Sign up, reset a password or request a sign-in code, and the message appears here.</p>
  </section>`;
  return renderPage(
    `Local mailbox (${mails.length})`,
    PAGE_STYLE,
    html`<header>
        <h1>Local mailbox</h1>
        <a href="">Check for new mail</a>
        <p>${count}. E-mail that the local cloud would have sent stays on this machine.</p>
      </header>
      <main>
        ${
          mails.length === 0
            ? empty
            : html`<ol role="list">
                ${mails.map(mailRow)}
              </ol>`
        }
      </main>`,
  );
}

/** Renders an e-mail. Its link opens in another tab without a referrer, as in an e-mail client. */
function mailRow({ to, replyTo, at, subject, code, link, text, attachment }: StoredMail): Html {
  const hasLink = link !== undefined && /^https?:/.test(link);
  return html`<li>
    <article>
      <p class="route"><span>To ${to}</span> ${formatTime(Date.parse(at))}</p>
      ${replyTo !== undefined && html`<p class="route">Reply to ${replyTo}</p>`}
      <h2>${subject}</h2>
      ${code !== '' && html`<p class="code"><span>Code</span> <strong>${code}</strong></p>`}
      ${hasLink && html`<p><a href="${link}" target="_blank" rel="noreferrer">Open the link</a></p>`}
      <p class="text">${text}</p>
      ${
        attachment?.type === 'image/jpeg' &&
        html`<img src="data:image/jpeg;base64,${attachment.content}" alt="${attachment.name}" />`
      }
    </article>
  </li>`;
}
