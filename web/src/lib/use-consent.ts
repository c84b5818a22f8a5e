import { useState } from 'react';
import { readItem, STORAGE_KEYS, writeItem } from './browser-storage.ts';

/** Whether a user has confirmed that they may use their images. The browser keeps it until they sign out. */
export function useConsent(userId: string | undefined) {
  const [givenBy, setGivenBy] = useState(() => readItem(STORAGE_KEYS.referenceConsent));
  return {
    isGiven: userId !== undefined && givenBy === userId,
    give: () => {
      if (userId === undefined) return;
      setGivenBy(userId); // Valid for this page even when storage is turned off.
      writeItem(STORAGE_KEYS.referenceConsent, userId);
    },
  };
}
