import { readItem, STORAGE_KEYS, userValue, writeItem } from '../../../lib/browser-storage.ts';
import { isListOf, isObjectOf, isOneOf, isOptional, isString } from '../../../lib/guards.ts';
import type { Place } from './places.ts';

/** A creator's choices in the tab Preview. */
interface Choices {
  /** The links to rivals. */
  links: string[];
  place?: Place | undefined;
}

/** They share this key with the details of the video, which are in the storage of all tabs: the first page has no room for another key. */
const KEY = STORAGE_KEYS.videoDetails;

const stored = userValue(
  KEY,
  isObjectOf<Choices & { userId: string }>({
    userId: isString,
    links: isListOf(isString),
    place: isOptional(isOneOf('home', 'search', 'sidebar', 'phone')),
  }),
);

/** Returns the choices of a user in this browser tab. A sign-out ends them, also in another browser tab. */
export function loadChoices(userId: string): Choices {
  if (readItem(KEY) === undefined) stored.remove();
  return stored.load(userId) ?? { links: [] };
}

/** Keeps choices of a user in this browser tab, until the sign-out. */
export function saveChoices(userId: string, changes: Partial<Choices>): void {
  stored.save({ ...loadChoices(userId), ...changes, userId });
  // A sign-out removes this item in all browser tabs, and with it the choices.
  if (readItem(KEY) === undefined) writeItem(KEY, '{}');
}

addEventListener('storage', ({ key, newValue }) => {
  if (key === KEY && newValue === null) stored.remove();
});
