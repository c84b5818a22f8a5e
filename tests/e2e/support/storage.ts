import type { Page } from '@playwright/test';
import type { Creator } from './creator.ts';

/** What the page keeps under a key of the browser's storage, parsed. */
export function stored<T = unknown>(page: Page, key: string): Promise<T> {
  return page.evaluate<T>(`JSON.parse(localStorage.getItem('${key}'))`);
}

/** The creator on a browser that keeps one thing more. */
export function withStored(creator: Creator, key: string, value: unknown): Creator {
  const { cookies, origins } = creator.signedIn;
  const item = { name: key, value: typeof value === 'string' ? value : JSON.stringify(value) };
  return {
    ...creator,
    signedIn: {
      cookies,
      origins: origins.map((origin) => ({ ...origin, localStorage: [...origin.localStorage, item] })),
    },
  };
}
