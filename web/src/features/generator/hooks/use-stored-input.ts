import { useEffect, useState } from 'react';
import { readItem, removeItem, STORAGE_KEYS, writeItem } from '../../../lib/browser-storage.ts';
import { storedForm } from '../../../lib/generator-form.ts';
import type { GeneratorFields } from '../../../lib/generator-form.ts';
import { replaceControls } from '../../../lib/replace-controls.ts';
import { useIsHydrated } from '../../../lib/use-is-hydrated.ts';
import type { Session } from '../../../session/session-store.ts';

interface StoredPrompt {
  prompt: string;
  /** The only user who may see it. Undefined for a visitor's prompt: it belongs to the user who signs in next. */
  ownerId: string | undefined;
}

const EMPTY: StoredPrompt = { prompt: '', ownerId: undefined };

/** The typed prompt. It survives a reload and the way to the sign-in page and back. */
export function useStoredPrompt(session: Session) {
  // Undefined until the page is hydrated, because the prerendered page has no prompt.
  const [loaded, setLoaded] = useState<StoredPrompt>();
  if (useIsHydrated() && loaded === undefined) setLoaded(load());
  const stored = loaded ?? EMPTY;
  const userId = session.status === 'signed-in' ? session.user.id : undefined;
  // A session that is loading is usually the owner's.
  const isVisible = session.status === 'loading' || stored.ownerId === undefined || stored.ownerId === userId;

  if (userId !== undefined && loaded && loaded.ownerId === undefined) {
    setLoaded({ ...loaded, ownerId: userId });
  }

  useEffect(() => {
    if (loaded) save(loaded);
  }, [loaded]);

  // The first change can come before the stored prompt is loaded: the page adopts the text that is in the field.
  const change = (prompt: string) =>
    setLoaded({ prompt, ownerId: session.status === 'loading' ? (loaded ?? load()).ownerId : userId });
  return [isVisible ? replaceControls(stored.prompt) : '', change] as const;
}

const load = (): StoredPrompt => ({
  prompt: readItem(STORAGE_KEYS.prompt) ?? '',
  ownerId: readItem(STORAGE_KEYS.promptOwner),
});

function save({ prompt, ownerId }: StoredPrompt): void {
  saveOrRemove(STORAGE_KEYS.prompt, prompt);
  saveOrRemove(STORAGE_KEYS.promptOwner, prompt === '' ? '' : ownerId);
}

function saveOrRemove(key: 'currentPrompt' | 'currentPromptOwner', value = ''): void {
  if (value === '') removeItem(key);
  else writeItem(key, value);
}

/** The fields below the prompt. They survive a reload, and the way to another page and back, in this tab. */
export function useStoredForm(userId: string | undefined) {
  // What the user types before the session has loaded replaces the stored value.
  const [changes, setChanges] = useState<Partial<GeneratorFields>>();
  const [loaded, setLoaded] = useState<ReturnType<typeof storedForm.load>>();
  if (userId !== undefined && loaded?.userId !== userId) {
    setLoaded(storedForm.load(userId) ?? { userId, negativePrompt: '' });
    // The form of one user is never shown to the next.
    if (loaded) setChanges(undefined);
  }
  const fields: GeneratorFields = { negativePrompt: '', ...loaded, ...changes };
  fields.negativePrompt = replaceControls(fields.negativePrompt);

  useEffect(() => {
    if (loaded && changes) storedForm.save({ ...loaded, ...changes });
  }, [loaded, changes]);

  return [fields, (change: Partial<GeneratorFields>) => setChanges({ ...changes, ...change })] as const;
}
