import { useEffect, useState } from 'react';
import { storedForm } from '../../../lib/generator-form.ts';
import type { GeneratorFields } from '../../../lib/generator-form.ts';

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

  useEffect(() => {
    if (loaded && changes) storedForm.save({ ...loaded, ...changes });
  }, [loaded, changes]);

  return [fields, (change: Partial<GeneratorFields>) => setChanges({ ...changes, ...change })] as const;
}
