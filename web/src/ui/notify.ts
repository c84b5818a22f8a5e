import type { ReactNode } from 'react';
import { createStore } from '../lib/store.ts';
import type * as Toaster from './toaster.tsx';

interface Options {
  /** A later message with the same id replaces this one. */
  id?: string;
  /** Milliseconds. */
  duration?: number;
  /** A button in the message. */
  action?: { label: string; onClick: () => void };
  /** Another button in the message, which gives something up. */
  cancel?: { label: string; onClick: () => void };
  /** Runs when the time of the message is over. The pointer over the message stops the time. */
  onAutoClose?: () => void;
  /** Runs when the user closes the message. */
  onDismiss?: () => void;
}

type Kind = 'success' | 'info' | 'error' | 'loading';

export interface Message {
  kind: Kind;
  text: ReactNode;
}

/** The open modal dialogs, the last one on top. */
const dialogs: ((message: Message) => void)[] = [];

/** Calls back with the messages that are sent while a dialog is open, and while it is on top. */
export function observeMessages(show: (message: Message) => void): () => void {
  dialogs.push(show);
  return () => void dialogs.splice(dialogs.indexOf(show), 1);
}

/** True once a message was sent. The toaster's code is loaded only then. */
export const toasterNeeded = createStore(() => false);

let loading: Promise<typeof Toaster> | undefined;

/**
 * Loads the code of the messages. All wait for the same import, because Chromium ends several imports of one module in any order, and
 * an older message must not replace a newer one.
 */
function loadToaster(): Promise<typeof Toaster> {
  loading ??= import('./toaster.tsx').catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function send(kind: Kind, text: ReactNode, options?: Options) {
  toasterNeeded.set(true);
  const { toast } = await loadToaster();
  const showInDialog = dialogs.at(-1);
  showInDialog?.({ kind, text });
  // A message with an id continues another one, or can be undone, so it stays when the dialog is closed.
  if (showInDialog === undefined || options?.id !== undefined) toast[kind](text, options);
}

async function dismiss(id: string) {
  const { toast } = await loadToaster();
  toast.dismiss(id);
}

/** Shows short messages over the page. */
export const notify = {
  success: (message: ReactNode, options?: Options) => void send('success', message, options),
  info: (message: ReactNode, options?: Options) => void send('info', message, options),
  error: (message: ReactNode, options?: Options) => void send('error', message, options),
  /** Stays until another message with its id replaces it, or until it is dismissed. */
  loading: (message: ReactNode, options: Options & { id: string }) => void send('loading', message, options),
  dismiss: (id: string) => void dismiss(id),
};
