import { STORAGE_KEYS, userValue, writeItem } from './browser-storage.ts';
import { isObjectOf, isOptional, isString } from './guards.ts';

export interface GeneratorFields {
  negativePrompt: string;
  /** Undefined: the preferred model. */
  model?: string;
}

type StoredForm = GeneratorFields & { userId: string };

/** The fields below the prompt, in this tab. */
export const storedForm = userValue(
  STORAGE_KEYS.form,
  isObjectOf<StoredForm>({ userId: isString, negativePrompt: isString, model: isOptional(isString) }),
);

/** Fills the generator's form before the home page opens. */
export function fillGenerator(userId: string, prompt: string, fields: GeneratorFields): void {
  writeItem(STORAGE_KEYS.prompt, prompt);
  writeItem(STORAGE_KEYS.promptOwner, userId);
  storedForm.save({ userId, ...fields });
}
