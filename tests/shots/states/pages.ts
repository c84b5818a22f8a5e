import { expect, type Locator, type Page } from '@playwright/test';
import { authPage } from '../../e2e/support/auth-page.ts';
import {
  CHECKOUT,
  holdRequests,
  mockResponse,
  overrideResponse,
  PURCHASES,
} from '../../e2e/support/network.ts';
import { SAMPLE_PURCHASES } from '../sample-data.ts';
import type { State } from './state.ts';

const CONFIG = '**/config.json';

/** A state of a page: `prepare` intercepts requests, then the page opens and `shown` becomes visible. */
function pageState(
  name: string,
  path: string,
  shown: (page: Page) => Locator,
  { prepare, ...more }: Partial<State> & { prepare?: (page: Page) => Promise<unknown> } = {},
): State {
  return {
    name,
    path,
    async act({ page, open }) {
      await prepare?.(page);
      await open();
      await expect(shown(page)).toBeVisible();
    },
    ...more,
  };
}

const authForm = (view: string) =>
  pageState(`auth-${view.replaceAll('_', '-')}`, `/auth?view=${view}`, (page) => authPage(page).email, {
    prepare: (page) => page.route(CONFIG, (route) => overrideResponse(route, { magicLink: true })),
  });

const lastPack = (page: Page) => page.getByRole('button', { name: /^Get / }).last();

/** Every page except the home page. */
export const PAGE_STATES: readonly State[] = [
  ...['sign_in', 'sign_up', 'forgotten_password', 'verify_otp', 'update_password', 'magic_link'].map(
    authForm,
  ),
  {
    name: 'auth-error',
    path: '/auth',
    async act({ page, open }) {
      await open();
      await authPage(page).signIn('ada@example.com', 'wrong horse 8');
      await expect(authPage(page).error).toBeVisible();
    },
  },
  {
    name: 'account-menu',
    path: '/',
    as: 'regular',
    async act({ page, open }) {
      await open();
      const header = page.getByRole('banner');
      await header.getByTitle('Your account').click();
      await expect(header.getByRole('link', { name: 'Account' })).toBeVisible();
    },
  },
  pageState('buy-credits-visitor', '/buy-credits', lastPack),
  pageState('buy-credits-loading', '/buy-credits', (page) => page.getByRole('heading', { level: 1 }), {
    as: 'regular',
    prepare: (page) => holdRequests(page, '/config.json'),
  }),
  pageState('buy-credits', '/buy-credits', (page) => page.getByText('Nothing bought yet'), { as: 'regular' }),
  pageState(
    'buy-credits-purchases',
    '/buy-credits',
    (page) => page.getByRole('link', { name: /Receipt/ }).first(),
    {
      as: 'regular',
      prepare: (page) => mockResponse(page, PURCHASES, { purchases: SAMPLE_PURCHASES }),
    },
  ),
  {
    name: 'buy-credits-opening',
    path: '/buy-credits',
    as: 'regular',
    async act({ page, open }) {
      await holdRequests(page, CHECKOUT);
      await open();
      await page.getByRole('button', { name: 'Get Pro' }).click();
      await expect(page.getByRole('button', { name: 'Opening checkout...' })).toBeVisible();
    },
  },
  pageState(
    'buy-credits-unreachable',
    '/buy-credits',
    (page) => page.getByRole('button', { name: 'Retry' }),
    {
      prepare: (page) => page.route(CONFIG, (route) => route.abort()),
    },
  ),
  pageState('buy-credits-not-on-sale', '/buy-credits', (page) => page.getByText('not on sale yet'), {
    prepare: (page) => page.route(CONFIG, (route) => overrideResponse(route, { packs: [] })),
  }),
  pageState('support-visitor', '/support', (page) => page.getByRole('button', { name: 'Sign in' })),
  pageState('support', '/support', (page) => page.getByRole('button', { name: 'Send message' }), {
    as: 'regular',
  }),
  pageState('developers', '/developers', (page) => page.getByRole('button', { name: 'Copy curl' })),
  pageState('account', '/account', (page) => page.getByRole('main').getByText(/credits$/), { as: 'regular' }),
  {
    name: 'account-deleting',
    path: '/account',
    as: 'regular',
    part: 'window',
    async act({ page, open }) {
      await open();
      await page.getByRole('button', { name: 'Delete account' }).click();
      await page
        .getByRole('dialog')
        .getByLabel(/to confirm$/)
        .fill('someone.else@example.com');
    },
  },
  pageState('not-found', '/nowhere', (page) => page.getByRole('heading', { name: '404' })),
];
