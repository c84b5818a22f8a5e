import { join } from 'node:path';
import { z } from 'zod';
import { readIfPresent, writeAtomically } from '../files.ts';
import { mail, type Mail } from './mail.ts';
import { renderPage } from './page.ts';
import { PAGE_STYLE_HASH } from './page-style.ts';

export interface Mailbox {
  deliver(mail: Omit<Mail, 'at'>): void;
  /** Newest first. */
  list(): Mail[];
  /** A whole HTML document, without script. */
  page(): string;
  /** The hash of the page's style sheet, quoted as `style-src` wants it. */
  pageStyleHash: string;
}

/** Older mail is let go: a mailbox that a test filled stays quick to open. */
const KEPT = 200;

/**
 * Where the mail of the embedded cloud ends.
 * @param options.dataDir where mail is kept between runs. Default: in memory only.
 * @throws Error when the file of an earlier run cannot be read.
 */
export function createMailbox(options: { dataDir?: string; now?: () => number } = {}): Mailbox {
  const path = options.dataDir === undefined ? undefined : join(options.dataDir, 'mailbox.json');
  const now = options.now ?? Date.now;
  let mails = path === undefined ? [] : readMails(path);

  return {
    deliver({ to, subject, text, code, link }) {
      const at = new Date(now()).toISOString();
      mails = [{ to, subject, text, code, ...(link !== undefined && { link }), at }, ...mails].slice(0, KEPT);
      if (path !== undefined) writeAtomically(path, JSON.stringify(mails));
    },
    list: () => [...mails],
    page: () => renderPage(mails),
    pageStyleHash: PAGE_STYLE_HASH,
  };
}

function readMails(path: string): Mail[] {
  const stored = readIfPresent(path);
  if (stored === undefined) return [];
  try {
    return z.array(mail).parse(JSON.parse(stored));
  } catch (error) {
    throw new Error(`${path} is not a mailbox. Move it away to start with an empty one.`, { cause: error });
  }
}
