// @vitest-environment happy-dom
import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { CONFIG, PACKS_ON_SALE, json, lostConnection } from '../support/fake-api.ts';
import { Packs } from '../../../web/src/features/buying/components/packs.tsx';
import { fakeApi, openLazyPage, signIn } from '../support/site.tsx';

it('highlights the pack that the settings mark, wherever it is', () => {
  const packs = PACKS_ON_SALE.map((pack, index) => ({ ...pack, highlighted: index === 0 }));
  render(
    <Packs
      config={{ status: 'success', data: { ...CONFIG, packs } }}
      openingPriceId={undefined}
      onBuy={() => undefined}
      onRetry={() => undefined}
    />,
    { wrapper: MemoryRouter },
  );

  const highlighted = screen
    .getAllByRole('listitem')
    .filter(({ className }) => className.includes('is-highlighted'));
  expect(highlighted.map((card) => card.querySelector('h2')?.textContent)).toEqual(['Starter']);
});

// The only test of its file that reads the settings, because they are read once per page.
it('shows that the packs could not be loaded, and after Retry that none are on sale', async () => {
  const replies = [lostConnection(), json({ ...CONFIG, packs: [] })];
  fakeApi({ config: () => replies.shift() ?? lostConnection() });
  signIn();
  await openLazyPage('/buy-credits');

  expect(await screen.findByRole('heading', { name: 'The credit packs could not be loaded' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));

  expect(await screen.findByRole('heading', { name: 'Credit packs are not on sale yet' })).toBeTruthy();
  expect(screen.queryByRole('list', { name: 'Credit packs' })).toBeNull();
  expect(await screen.findByRole('heading', { name: 'Your purchases' })).toBeTruthy();
});
