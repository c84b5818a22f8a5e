import { readJson, removeItem, STORAGE_KEYS, writeItem } from '../../../lib/browser-storage.ts';
import { isListOf, isObjectOf, isString } from '../../../lib/guards.ts';
import { createStore } from '../../../lib/store.ts';

/** Three thumbnails whose test pack was downloaded, and whose winner is not marked yet. */
export interface RunningTest {
  userId: string;
  ids: readonly string[];
}

/** More tests than a creator runs at the same time. */
const MAX_TESTS = 12;

const isStored = isListOf(isObjectOf<RunningTest>({ userId: isString, ids: isListOf(isString) }));

const load = (): readonly RunningTest[] => readJson(STORAGE_KEYS.tests, isStored) ?? [];

/** The tests of all users of this browser, the newest first. */
export const runningTests = createStore(load);

function save(tests: readonly RunningTest[]): void {
  if (tests.length === 0) removeItem(STORAGE_KEYS.tests);
  else writeItem(STORAGE_KEYS.tests, JSON.stringify(tests));
  runningTests.set(tests);
}

const isSame = (one: RunningTest, other: RunningTest) =>
  one.userId === other.userId && one.ids.toSorted().join() === other.ids.toSorted().join();

export const isKept = (test: RunningTest): boolean => load().some((other) => isSame(other, test));

/** Keeps which thumbnails are tested, until the winner is known. */
export function keepTest(test: RunningTest): void {
  const others = load().filter((other) => !isSame(other, test));
  save([test, ...others].slice(0, MAX_TESTS));
}

export const endTest = (test: RunningTest): void => save(load().filter((other) => !isSame(other, test)));
