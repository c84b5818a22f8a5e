import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { CreditPack } from '#contract/site-config.ts';
import { CONFIG, json, lostConnection, PACKS_ON_SALE } from '../support/fake-api.ts';
import { fakeApi, openLazyPage, postCalls, press, signIn } from '../support/site.tsx';

const enabledCount = () =>
  within(screen.getByRole('list', { name: 'Credit packs' }))
    .getAllByRole<HTMLButtonElement>('button')
    .filter(({ disabled }) => !disabled).length;

it.each<[string, (pack: CreditPack) => CreditPack[]]>([
  ['has another price', (pack) => [{ ...pack, priceId: 'price_new', amount: pack.amount + 100 }]],
  ['gives fewer credits', (pack) => [{ ...pack, credits: 1 }]],
  ['is not on sale any more', () => []],
])('A purchase reads the packs again first, and buys nothing if the pack %s', async (_, change) => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
  const [pack] = PACKS_ON_SALE;
  const { packs } = CONFIG;
  const calls = fakeApi();
  signIn();
  await openLazyPage('/buy-credits');
  await screen.findByRole('button', { name: 'Get Starter' });
  const config = { ...CONFIG, packs: packs.flatMap((each) => (each === pack ? change(each) : [each])) };
  const handlers = fakeApi({ config: () => json(config) });
  press('Get Starter');

  const words = 'The packs have changed since you opened this page. Nothing was bought. Please choose again.';
  expect(await screen.findByText(words)).toBeTruthy();
  expect([...postCalls(calls), ...postCalls(handlers)]).toEqual([]);
  await waitFor(() => expect(enabledCount()).toBe(config.packs.length));
  fakeApi({ config: () => lostConnection() });
  press('Get Pro');
  expect(await screen.findByText('Purchase failed: The connection was lost. Please try again.')).toBeTruthy();
  await waitFor(() => expect(enabledCount()).toBe(config.packs.length));
  fakeApi();
  press('Get Pro');
  await waitFor(() => expect(assign).toHaveBeenCalledOnce());
});
