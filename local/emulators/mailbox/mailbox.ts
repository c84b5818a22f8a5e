import { join } from 'node:path';
import { z } from 'zod';
import { readIfPresent, writeAtomically } from '../files.ts';
import { PAGE_STYLE_HASH, renderMailbox, storedMail, type StoredMail } from './page.ts';

export type Mail = Omit<StoredMail, 'at'>;

export interface Mailbox {
  deliver(mail: Mail): void;
  /** Newest first. */
  list(): StoredMail[];
  /** A complete HTML document without scripts. */
  page(): string;
  /** The hash of the page's style sheet, quoted for `style-src`. */
  pageStyleHash: string;
}

/** Older e-mails are dropped, so that the page of a long test run still opens quickly. */
const CAPACITY = 200;

/**
 * The inbox of the embedded cloud: it receives every e-mail that the user pool sends.
 * @param options.dataDir where e-mails are kept between runs. Default: in memory only.
 * @throws Error when the file of an earlier run cannot be read.
 */
export function createMailbox(options: { dataDir?: string; now?: () => number } = {}): Mailbox {
  const path = options.dataDir === undefined ? undefined : join(options.dataDir, 'mailbox.json');
  const now = options.now ?? Date.now;
  let mails = path === undefined ? [] : readMails(path);

  return {
    deliver(mail) {
      mails = [{ ...mail, at: new Date(now()).toISOString() }, ...mails].slice(0, CAPACITY);
      if (path !== undefined) writeAtomically(path, JSON.stringify(mails));
    },
    list: () => [...mails],
    page: () => renderMailbox(mails),
    pageStyleHash: PAGE_STYLE_HASH,
  };
}

function readMails(path: string): StoredMail[] {
  const stored = readIfPresent(path);
  if (stored === undefined) return [];
  try {
    return z.array(storedMail).parse(JSON.parse(stored));
  } catch (error) {
    throw new Error(`${path} is not a mailbox. Move it away to start with an empty one.`, { cause: error });
  }
}
