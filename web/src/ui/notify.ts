import type { ReactNode } from 'react';

interface Options {
  /** A second message with the same id replaces the first. */
  id?: string;
  /** Milliseconds on the screen. */
  duration?: number;
}

type Kind = 'success' | 'info' | 'error' | 'loading';

const listeners = new Set<() => void>();
let wanted = false;

/** Whether a message has been sent yet: until then the page carries no toaster. */
export const toasterWanted = {
  get: () => wanted,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

async function send(kind: Kind, message: ReactNode, options?: Options) {
  wanted = true;
  for (const listener of listeners) listener();
  const { toast } = await import('./toaster.tsx');
  toast[kind](message, options);
}

async function dismiss(id: string) {
  const { toast } = await import('./toaster.tsx');
  toast.dismiss(id);
}

/** Short messages over the page. */
export const notify = {
  success: (message: ReactNode, options?: Options) => void send('success', message, options),
  info: (message: ReactNode, options?: Options) => void send('info', message, options),
  error: (message: ReactNode, options?: Options) => void send('error', message, options),
  /** Stays until another message takes its id, or until it is dismissed. */
  loading: (message: ReactNode, options: Options & { id: string }) => void send('loading', message, options),
  dismiss: (id: string) => void dismiss(id),
};
