/** The keys of everything that the site stores in the browser about a user. Amplify stores the tokens itself. */
export const STORAGE_KEYS = {
  prompt: 'currentPrompt',
  promptOwner: 'currentPromptOwner',
  history: 'thumbnailHistory',
  signUpCode: 'pendingCode.sign_up',
  resetCode: 'pendingCode.reset',
  magicLinkCode: 'pendingCode.magic_link',
  generations: 'pendingGenerations',
  form: 'generatorForm',
  checkout: 'awaitedPayment',
  referenceConsent: 'referenceConsent',
  replaceConsent: 'replaceWithoutAsking',
  videoDetails: 'videoDetails',
  videoWords: 'videoWords',
  supportDraft: 'supportDraft',
  series: 'nextInSeries',
  tests: 'runningTests',
  conceptsLeft: 'conceptsLeft',
} as const;

/** The outbox has a key for each entry. It removes its entries itself, because they may belong to another user. */
export const OUTBOX_PREFIX = 'outbox/';

/** The storage of the photos that wait for the server (`kept-photos.ts`), which `localStorage` has no room for. */
export const PHOTO_CACHE = 'own-pictures';

/**
 * These keys are no constants here, because the first page does not need them. `BalanceOfTabs` and `clearUserData` remove them.
 */
export type StorageKey =
  | 'balance'
  | 'shownLanguages'
  | 'translationsLeft'
  | (typeof STORAGE_KEYS)[keyof typeof STORAGE_KEYS]
  | `${typeof OUTBOX_PREFIX}${string}`;

/** `local` is shared by all tabs. `session` belongs to one tab and survives a visit to another site. */
type StorageArea = 'local' | 'session';

/** Returns undefined if the storage has no such item, or is turned off. */
export function readItem(key: StorageKey, area: StorageArea = 'local'): string | undefined {
  return withStorage(area, (storage) => storage.getItem(key) ?? undefined);
}

/** @returns false when storage is turned off or full. */
export function writeItem(key: StorageKey, value: string, area: StorageArea = 'local'): boolean {
  return (
    withStorage(area, (storage) => {
      storage.setItem(key, value);
      return true;
    }) ?? false
  );
}

export function removeItem(key: StorageKey, area: StorageArea = 'local'): void {
  withStorage(area, (storage) => storage.removeItem(key));
}

/** Lists the ends of the keys that begin with a prefix, in no order. */
export const listKeys = (prefix: string): string[] =>
  withStorage('local', (storage) =>
    Object.keys(storage).flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : [])),
  ) ?? [];

/** @returns undefined when the value is missing, is not JSON, or fails the check. */
export function readJson<T>(
  key: StorageKey,
  isValid: (value: unknown) => value is T,
  area: StorageArea = 'local',
): T | undefined {
  return parseJson(readItem(key, area), isValid);
}

/** @returns undefined when the text is missing, is not JSON, or fails the check. */
export function parseJson<T>(
  text: string | undefined,
  isValid: (value: unknown) => value is T,
): T | undefined {
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isValid(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A value of one user. @param area @default the storage of this tab */
export function userValue<T extends { userId: string }>(
  key: StorageKey,
  isValid: (value: unknown) => value is T,
  area: StorageArea = 'session',
) {
  return {
    save: (value: T) => void writeItem(key, JSON.stringify(value), area),
    remove: () => removeItem(key, area),
    load(userId: string): T | undefined {
      const value = readJson(key, isValid, area);
      return value?.userId === userId ? value : undefined;
    },
  };
}

function withStorage<T>(area: StorageArea, action: (storage: Storage) => T): T | undefined {
  try {
    return action(area === 'local' ? localStorage : sessionStorage);
  } catch {
    return undefined; // Storage is turned off or full.
  }
}
