import { useEffect, useState } from 'react';
import type { Session } from '../session/session-store.ts';
import { useInBrowser } from '../ui/use-in-browser.ts';

const KEY = 'currentPrompt';
const OWNER_KEY = 'currentPromptOwner';

interface StoredPrompt {
  prompt: string;
  /** The user it belongs to: nobody else gets to see it. Undefined: a visitor's, for whoever signs in next. */
  owner: string | undefined;
}

const NONE: StoredPrompt = { prompt: '', owner: undefined };

/** The prompt as typed, kept over reloads and over the way to the sign-in page and back. */
export function useStoredPrompt(session: Session) {
  // Undefined until the storage may be looked at.
  const [known, setKnown] = useState<StoredPrompt>();
  if (useInBrowser() && known === undefined) setKnown(read());
  const stored = known ?? NONE;
  const userId = session.status === 'signed-in' ? session.user.id : undefined;
  // A session that is loading is most often the one that wrote it.
  const mine = session.status === 'loading' || stored.owner === undefined || stored.owner === userId;

  if (userId !== undefined && known && known.owner === undefined) setKnown({ ...known, owner: userId });

  useEffect(() => {
    if (known) write(known);
  }, [known]);

  const change = (prompt: string) =>
    setKnown({ prompt, owner: session.status === 'loading' ? stored.owner : userId });
  return [mine ? stored.prompt : '', change] as const;
}

export function clearStoredPrompt(): void {
  write(NONE);
}

function read(): StoredPrompt {
  try {
    return {
      prompt: localStorage.getItem(KEY) ?? '',
      owner: localStorage.getItem(OWNER_KEY) ?? undefined,
    };
  } catch {
    return NONE; // Storage is switched off.
  }
}

function write({ prompt, owner }: StoredPrompt): void {
  try {
    put(KEY, prompt);
    put(OWNER_KEY, prompt === '' ? '' : owner);
  } catch {
    // Storage is switched off or full: the prompt lives as long as the page.
  }
}

function put(key: string, value = ''): void {
  if (value === '') localStorage.removeItem(key);
  else localStorage.setItem(key, value);
}
