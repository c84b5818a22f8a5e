import { join } from 'node:path';
import { z } from 'zod';
import { openState } from '../state-file.ts';
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
  const path = options.dataDir && join(options.dataDir, 'mailbox.json');
  const { state: mails, save } = openState(path, z.array(storedMail), []);
  const now = options.now ?? Date.now;

  return {
    deliver(mail) {
      mails.unshift({ ...mail, at: new Date(now()).toISOString() });
      mails.splice(CAPACITY);
      save();
    },
    list: () => [...mails],
    page: () => renderMailbox(mails),
    pageStyleHash: PAGE_STYLE_HASH,
  };
}
