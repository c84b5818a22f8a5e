import { removeItem, STORAGE_KEYS, type StorageKey } from './browser-storage.ts';
import { dropPhotos } from './kept-photos.ts';

/** An operation that the user started, or a choice for this device. It still belongs to them after they sign in again. */
const KEPT: readonly StorageKey[] = [
  STORAGE_KEYS.generations,
  STORAGE_KEYS.checkout,
  STORAGE_KEYS.replaceConsent,
  STORAGE_KEYS.series,
  STORAGE_KEYS.tests,
];

interface ClearOptions {
  /** The user whose photos are removed. */
  userId?: string | undefined;
  accountDeleted?: boolean;
}

/**
 * Removes what the site has stored about the user. Started operations and choices for this device stay, unless the account is
 * deleted.
 */
export function clearUserData({ userId, accountDeleted = false }: ClearOptions = {}): void {
  const keys: readonly StorageKey[] = [...Object.values(STORAGE_KEYS), 'shownLanguages', 'translationsLeft'];
  for (const key of keys) {
    if (KEPT.includes(key) && !accountDeleted) continue;
    removeItem(key, 'local');
    removeItem(key, 'session');
  }
  if (userId !== undefined) void dropPhotos(userId);
}
