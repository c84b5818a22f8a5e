import { STORAGE_KEYS, userValue, writeItem } from './browser-storage.ts';

export interface GeneratorFields {
  negativePrompt: string;
  /** Undefined: the preferred model. */
  model?: string;
}

type StoredForm = GeneratorFields & { userId: string };

/** The fields below the prompt, in this tab. */
export const storedForm = userValue(STORAGE_KEYS.form, isStoredForm);

/** Fills the generator's form before the home page opens. */
export function fillGenerator(userId: string, prompt: string, fields: GeneratorFields): void {
  writeItem(STORAGE_KEYS.prompt, prompt);
  writeItem(STORAGE_KEYS.promptOwner, userId);
  storedForm.save({ userId, ...fields });
}

function isStoredForm(value: unknown): value is StoredForm {
  if (typeof value !== 'object' || value === null) return false;
  const { userId, negativePrompt, model } = value as Record<keyof StoredForm, unknown>;
  return (
    typeof userId === 'string' &&
    typeof negativePrompt === 'string' &&
    ['string', 'undefined'].includes(typeof model)
  );
}
