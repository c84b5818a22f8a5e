import { expect, type Locator, type Page } from '@playwright/test';
import { authPage } from '../support/auth-page.ts';
import {
  CHECKOUT,
  CREDITS,
  holdRequests,
  mockResponse,
  overrideResponse,
  PURCHASES,
} from '../support/network.ts';
import { SAMPLE_PURCHASES } from './sample-data.ts';
import { describeStates, type State } from './state.ts';

const CONFIG = '/config.json';

const setConfig = (fields: Record<string, unknown>) => (page: Page) =>
  page.route(`**${CONFIG}`, (route) => overrideResponse(route, fields));

/** Waits for a part that the complete page shows. */
const shows =
  (part: (page: Page) => Locator): NonNullable<State['ready']> =>
  ({ page }) =>
    expect(part(page)).toBeVisible();

const authForm = (view: string): Partial<State> => ({ path: `/auth?view=${view}` });
const lastPack = (page: Page) => page.getByRole('button', { name: /^Get / }).last();

const AUTH_STATES = describeStates(
  'auth-',
  {
    path: '/auth',
    as: 'visitor',
    prepare: setConfig({ magicLink: true }),
    ready: shows((page) => authPage(page).email),
  },
  {
    'sign-in': authForm('sign_in'),
    'sign-up': authForm('sign_up'),
    'forgotten-password': authForm('forgotten_password'),
    'verify-otp': authForm('verify_otp'),
    'update-password': authForm('update_password'),
    'magic-link': authForm('magic_link'),
    wanted: {
      path: '/buy-credits',
      ready: ({ page }) => page.getByRole('button', { name: 'Get Pro' }).click(),
      async act({ page }) {
        await expect(page.getByRole('heading', { name: 'Create your account to get Pro' })).toBeVisible();
        await authPage(page).password.fill('castle');
        await expect(page.getByRole('list', { name: 'The password needs' })).toBeVisible();
      },
    },
    error: async ({ page }) => {
      await authPage(page).signIn('ada@example.com', 'wrong horse 8');
      await expect(authPage(page).error).toBeVisible();
    },
  },
);

const BUYING_STATES = describeStates(
  'buy-credits',
  { path: '/buy-credits', as: 'regular' },
  {
    '': { ready: shows((page) => page.getByText('Nothing bought yet')) },
    '-visitor': { as: 'visitor', ready: shows(lastPack) },
    '-loading': {
      prepare: (page) => holdRequests(page, CONFIG),
      ready: shows((page) => page.getByRole('heading', { level: 1 })),
    },
    '-purchases': {
      prepare: (page) => mockResponse(page, PURCHASES, { purchases: SAMPLE_PURCHASES }),
      ready: shows((page) => page.getByRole('link', { name: /Receipt/ }).first()),
    },
    '-opening': async ({ page }) => {
      await holdRequests(page, CHECKOUT);
      await page.getByRole('button', { name: 'Get Pro' }).click();
      await expect(page.getByRole('button', { name: 'Opening checkout...' })).toBeVisible();
    },
    '-unreachable': {
      as: 'visitor',
      prepare: (page) => page.route(`**${CONFIG}`, (route) => route.abort()),
      ready: shows((page) => page.getByRole('button', { name: 'Retry' })),
    },
    '-not-on-sale': {
      as: 'visitor',
      prepare: setConfig({ packs: [] }),
      ready: shows((page) => page.getByText('not on sale yet')),
    },
  },
);

const ACCOUNT_STATES = describeStates(
  'account',
  { path: '/account', as: 'regular' },
  {
    '': { ready: shows((page) => page.getByRole('table', { name: 'What credits went on' })) },
    '-menu': {
      path: '/',
      async act({ page }) {
        const header = page.getByRole('banner');
        await header.getByTitle('Your account').click();
        await expect(header.getByRole('link', { name: 'Account' })).toBeVisible();
      },
    },
    '-deleting': async ({ page }) => {
      await page.getByRole('button', { name: 'Delete account' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(/to confirm$/).fill('someone.else@example.com');
    },
  },
);

/** Every page except the home page, the library and the finish page. */
export const PAGE_STATES = [
  ...AUTH_STATES,
  ...BUYING_STATES,
  ...ACCOUNT_STATES,
  ...describeStates(
    '',
    { path: '/support', as: 'visitor' },
    {
      'support-visitor': { ready: shows((page) => page.getByRole('button', { name: 'Sign in' })) },
      support: { as: 'regular', ready: shows((page) => page.getByRole('button', { name: 'Send message' })) },
      developers: {
        path: '/developers',
        ready: shows((page) => page.getByRole('button', { name: 'Copy curl' })),
      },
      'developers-elite': {
        path: '/developers',
        as: 'regular',
        prepare: (page) => mockResponse(page, CREDITS, { credits: 50, packs: ['elite'] }),
        ready: shows((page) => page.getByText('Done: you have the Elite pack.')),
      },
      'not-found': { path: '/nowhere', ready: shows((page) => page.getByRole('heading', { name: '404' })) },
    },
  ),
];
