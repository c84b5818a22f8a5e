import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { CreditChange } from '#contract/endpoints/credit-schemas.ts';
import { json, lostConnection } from '../support/fake-api.ts';
import { fakeApi, openLazyPage, press, signIn } from '../support/site.tsx';

const section = () => screen.getByRole('region', { name: 'What credits went on' });
const table = () => screen.findByRole('table', { name: 'What credits went on' });
const readRows = async () =>
  within(await table())
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent));

async function openHistory(handlers: Parameters<typeof fakeApi>[0]) {
  const calls = fakeApi(handlers);
  signIn();
  await openLazyPage('/account');
  return calls.filter.bind(calls, ({ url }) => url.startsWith('/api/credits/history'));
}

const spend = (id: string, balance: number): CreditChange => ({
  ...{ id, kind: 'thumbnail', credits: -1, balance },
  at: '2026-11-20T10:00:00.000Z',
});

it('the list says when and on what credits went, how many, and the balance after it', async () => {
  vi.setSystemTime(new Date(2026, 10, 22, 15));
  onTestFinished(() => void vi.useRealTimers());
  const at = new Date(2026, 10, 20, 10).toISOString();
  const castle = { thumbnailId: 't-1', title: 'Castle', previewURL: 'https://images.test/castle.webp' };
  const entries: CreditChange[] = [
    { id: '1', kind: 'refund', credits: 1, balance: 33, at: new Date(2026, 10, 22, 14, 2).toISOString() },
    { ...spend('2', 32), at: new Date(2026, 10, 21, 14, 1).toISOString(), ...castle },
    { id: '3', kind: 'edit', credits: -1, balance: 33, at, ...castle },
    { id: '4', kind: 'cutout', credits: -2, balance: 34, at },
    { id: '5', kind: 'pack', credits: 21, balance: 36, at, pack: 'pro', settled: 4 },
    { id: '6', kind: 'pack', credits: 10, balance: 15, at, pack: 'starter' },
    { id: '7', kind: 'reversal', credits: 5, balance: 5, at, pack: 'pro' },
    { id: '8', kind: 'reversal', credits: -5, balance: 0, at, pack: 'pro' },
    { id: '9', kind: 'grant', credits: 4, balance: 5, at },
    { id: '10', kind: 'grant', credits: -2, balance: 1, at },
    { id: '11', kind: 'other', credits: -1, balance: 3, at },
    { id: '12', kind: 'welcome', credits: 4, balance: 4, at: new Date(2025, 11, 31).toISOString() },
  ];
  await openHistory({ listCreditHistory: () => json({ entries }) });

  expect(await readRows()).toEqual([
    ['When', 'What', 'Credits', 'Balance'],
    ['Today, 14:02', 'Refund for an image that was not made', '+ 1', '33'],
    ['Yesterday', 'Thumbnail Castle', '− 1', '32'],
    ['20 November', 'Edit Castle', '− 1', '33'],
    ['20 November', 'Cut-out ', '− 2', '34'],
    ['20 November', 'Pro pack 25 generations, 4 settled what was due', '+ 21', '36'],
    ['20 November', 'Starter pack 10 generations', '+ 10', '15'],
    ['20 November', 'Credits given back Pro pack: a refund or dispute has ended', '+ 5', '5'],
    ['20 November', 'Credits taken back Pro pack: its payment was refunded or disputed', '− 5', '0'],
    ['20 November', 'Credits added by the operator of this site', '+ 4', '5'],
    ['20 November', 'Credits corrected by the operator of this site', '− 2', '1'],
    ['20 November', 'Other change ', '− 1', '3'],
    ['31 December 2025', 'Welcome credits ', '+ 4', '4'],
  ]);
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  const pictures = () => within(section()).queryAllByRole<HTMLImageElement>('presentation');
  expect(pictures().map(({ src }) => src)).toEqual([castle.previewURL, castle.previewURL]);
  for (const picture of pictures().slice(1)) fireEvent.error(picture);
  expect(pictures()).toHaveLength(1);
  expect(screen.getAllByRole('link', { name: 'Castle' }).map((link) => link.getAttribute('href'))).toEqual([
    '/thumbnails/t-1',
    '/thumbnails/t-1',
  ]);
});

it('the button shows the next page and keeps the focus, which the end of the list gets after the last page', async () => {
  const pages: Record<string, { entries: CreditChange[]; cursor?: string }> = {
    '': { entries: [spend('3', 0)], cursor: 'two' },
    two: { entries: [spend('2', 1)], cursor: 'three' },
    three: { entries: [spend('1', 2)] },
  };
  const historyCalls = await openHistory({
    listCreditHistory: ({ url }) =>
      json(pages[new URL(url, 'https://site.test').searchParams.get('cursor') ?? ''] ?? { entries: [] }),
  });
  const button = await screen.findByRole('button', { name: 'Show more' });
  button.focus();
  press('Show more');

  await waitFor(async () => expect(await readRows()).toHaveLength(3));
  expect(document.activeElement).toBe(button);
  press('Show more');

  await waitFor(() => expect(document.activeElement?.textContent).toBe('That is all.'));
  expect((await readRows()).map((row) => row.at(-1))).toEqual(['Balance', '0', '1', '2']);
  expect(historyCalls().map(({ url }) => url)).toEqual([
    '/api/credits/history',
    '/api/credits/history?cursor=two',
    '/api/credits/history?cursor=three',
  ]);
});

it('a page that cannot be loaded keeps the list, and its button tries again', async () => {
  let isLost = true;
  await openHistory({
    listCreditHistory: ({ url }) => {
      if (!url.includes('cursor')) return json({ entries: [spend('2', 0)], cursor: 'two' });
      return isLost ? lostConnection() : json({ entries: [spend('1', 1)] });
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Show more' }));

  expect(await within(section()).findByRole('alert')).toHaveProperty(
    'textContent',
    'The next changes could not be loaded.',
  );
  expect(await readRows()).toHaveLength(2);
  isLost = false;
  press('Retry');
  await waitFor(async () => expect(await readRows()).toHaveLength(3));
  expect(within(section()).queryByRole('alert')).toBeNull();
});

it('a list that cannot be loaded says so, and can be loaded again', async () => {
  let isLost = true;
  await openHistory({
    listCreditHistory: () => (isLost ? lostConnection() : json({ entries: [spend('1', 4)] })),
  });

  expect(await within(section()).findByRole('alert')).toHaveProperty(
    'textContent',
    'What your credits went on could not be loaded.',
  );
  isLost = false;
  press('Retry');
  expect(await readRows()).toHaveLength(2);
});

it('an empty list says what it will contain', async () => {
  await openHistory({ listCreditHistory: () => json({ entries: [] }) });

  expect(
    await screen.findByText('Nothing yet. Every credit that you get or spend is listed here.'),
  ).toBeTruthy();
});

it('the list is busy while it loads, and loads although the balance cannot be read', async () => {
  let answer: () => void = () => undefined;
  const reply = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await openHistory({
    readCredits: () => lostConnection(),
    listCreditHistory: () => reply.then(() => json({ entries: [spend('1', 4)] })),
  });

  expect(section().getAttribute('aria-busy')).toBe('true');
  answer();
  expect(await readRows()).toHaveLength(2);
  expect(section().getAttribute('aria-busy')).toBe('false');
});

it('the list is read again when the balance changes, and keeps the older pages', async () => {
  let credits = 5;
  await openHistory({
    readCredits: () => json({ credits }),
    listCreditHistory: ({ url }) => {
      if (url.includes('cursor')) return json({ entries: [spend('1', 7)] });
      const entries = [spend('3', 5), spend('2', 6)];
      return json({
        entries: credits === 5 ? entries : [spend('4', 4), ...entries.slice(0, 1)],
        cursor: 'two',
      });
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Show more' }));
  await waitFor(async () => expect(await readRows()).toHaveLength(4));
  credits = 4;
  fireEvent(document, new Event('visibilitychange'));
  fireEvent.focus(window);

  await waitFor(async () =>
    expect((await readRows()).map((row) => row.at(-1))).toEqual(['Balance', '4', '5', '6', '7']),
  );
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});
