import type { Page } from '@playwright/test';
import type { HomePage } from '../../e2e/support/home-page.ts';
import type { Users } from '../sample-data.ts';

interface Scene {
  page: Page;
  home: HomePage;
  /** Opens the page of the state. */
  open: () => Promise<unknown>;
}

/** A designed state of a page. */
export interface State {
  name: string;
  path: string;
  /** The signed-in user. @default a visitor */
  as?: keyof Users;
  /** Brings the page into the state. @default opens it */
  act?: (scene: Scene) => Promise<unknown>;
  /** What the screenshot shows. A dialog or a toast belongs to the window. @default the whole page */
  part?: 'window';
}
