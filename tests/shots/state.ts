import type { Page } from '@playwright/test';
import type { Home } from '../e2e/support/home.ts';
import type { Cast } from './cast.ts';

export interface Scene {
  page: Page;
  home: Home;
  /** Opens the state's page. */
  open: () => Promise<unknown>;
}

/** One designed state of a page, and how to get there. */
export interface State {
  name: string;
  path: string;
  /** Who is signed in. @default nobody */
  as?: keyof Cast;
  /** Ends when the state is there. */
  act: (scene: Scene) => Promise<unknown>;
  /** What lies over the page belongs to the window. @default the whole page */
  part?: 'window';
}
