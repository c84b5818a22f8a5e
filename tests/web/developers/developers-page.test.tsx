import { namePacks, PACK_IDS, PACKS, type PackId } from '#contract/packs.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { PUBLIC_OPERATIONS } from '#contract/endpoints/public-operations.ts';
import { json } from '../support/fake-api.ts';
import { fakeApi, openLazyPage, openPage, signIn } from '../support/site.tsx';

const OPEN = { name: 'Developers' };

it('every page leads to the page for developers', () => {
  fakeApi();
  openPage('/');

  expect(screen.getByRole('link', OPEN).getAttribute('href')).toBe('/developers');
});

it('the page for developers describes each operation of the document to visitors', async () => {
  fakeApi();
  await openLazyPage('/developers');

  const articles = screen.getAllByRole('article').map((article) => article.textContent);
  expect(articles).toHaveLength(Object.keys(PUBLIC_OPERATIONS).length);
  for (const { summary, description } of Object.values(PUBLIC_OPERATIONS)) {
    expect(articles.some((text) => text.startsWith(summary) && text.includes(description))).toBe(true);
  }
  expect(articles[0]).toContain('POST /v1/thumbnails');
  expect(articles[0]).toContain('Idempotency-Key required, UUID');
  expect(articles[0]).toContain('prompt required, string');
  expect(articles[0]).toContain('402insufficient_credits: Insufficient credits.');
});

it('its table of contents leads to every section and operation', async () => {
  fakeApi();
  await openLazyPage('/developers');

  const contents = within(screen.getByRole('navigation', { name: 'On this page' }));
  const targets = contents.getAllByRole('link').map((link) => link.getAttribute('href')?.slice(1) ?? '');
  const headings = [...document.querySelectorAll('main :is(h2, h3)')].map(({ id }) => id);
  expect(new Set(targets)).toEqual(new Set(headings));
});

const CREDITS = 'Its credits are the credits of your requests.';
const WITH_KEYS = PACK_IDS.filter((id) => PACKS[id].apiKeys);

it.each<[PackId[], string]>([
  [
    PACK_IDS.filter((id) => !PACKS[id].apiKeys),
    `Buy the ${namePacks(({ apiKeys }) => apiKeys)} pack. ${CREDITS}`,
  ],
  ...WITH_KEYS.map((id): [PackId[], string] => [
    [id, 'pro'],
    `Done: you have the ${PACKS[id].name} pack. ${CREDITS}`,
  ]),
])('its first step for an account with the packs %j is: %s', async (packs, step) => {
  fakeApi({ readCredits: () => json({ credits: 3, packs }) });
  signIn();
  await openLazyPage('/developers');

  await waitFor(() => expect(screen.getByText(/Its credits are/).parentElement?.textContent).toBe(step));
});

it('its code can be copied, and a message says so', async () => {
  fakeApi();
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await openLazyPage('/developers');
  fireEvent.click(screen.getByRole('button', { name: 'Copy curl' }));

  expect(writeText).toHaveBeenCalledWith(expect.stringContaining(`curl ${location.origin}/v1/thumbnails`));
  expect(await screen.findByText('Copied.')).toBeTruthy();
});
