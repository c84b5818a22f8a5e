import type { Page } from '@playwright/test';
import type { HomePage } from '../support/home-page.ts';
import type { SampleUser, Users } from '../support/sample-users.ts';

interface Scene {
  page: Page;
  home: HomePage;
  /** Undefined for a visitor. */
  user: SampleUser | undefined;
}

type Act = (scene: Scene) => Promise<unknown>;

/** A designed state of a page. */
export interface State {
  name: string;
  /** The path of its page. `:id` stands for the newest thumbnail of the user. */
  path: string;
  as: keyof Users | 'visitor';
  /** Intercepts requests before the page opens. */
  prepare?: (page: Page) => Promise<unknown>;
  /** Waits for the open page. */
  ready?: Act;
  /** Brings the page into the state. */
  act?: Act;
  /** The part that the screenshot shows. @default the window if something covers the page, otherwise the whole page */
  part?: 'window';
}

/**
 * Describes states of one page.
 * @param common the properties that the states share; a state may replace them
 * @param states the act of each state, or its own properties, by the rest of its name
 */
export const describeStates = (
  prefix: string,
  common: Omit<State, 'name'>,
  states: Record<string, Act | Partial<State>>,
): State[] =>
  Object.entries(states).map(([name, own]) => ({
    name: `${prefix}${name}`,
    ...common,
    ...(typeof own === 'function' ? { act: own } : own),
  }));
