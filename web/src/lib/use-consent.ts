import { useState } from 'react';
import { readItem, removeItem, STORAGE_KEYS, writeItem } from './browser-storage.ts';

/**
 * Reads and stores an agreement of a user in this browser.
 * @param key `referenceConsent`: the user may use their images. `replaceConsent`: new thumbnails replace the oldest without a question.
 */
export function useConsent(
  userId: string | undefined,
  key: 'referenceConsent' | 'replaceConsent' = 'referenceConsent',
) {
  const [givenBy, setGivenBy] = useState(() => readItem(STORAGE_KEYS[key]));
  return {
    isGiven: userId !== undefined && givenBy === userId,
    give: () => {
      if (userId === undefined) return;
      setGivenBy(userId); // Valid for this page even when storage is turned off.
      writeItem(STORAGE_KEYS[key], userId);
    },
    withdraw: () => {
      setGivenBy(undefined);
      removeItem(STORAGE_KEYS[key]);
    },
  };
}
