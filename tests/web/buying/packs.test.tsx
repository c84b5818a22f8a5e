import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { composeCard, formatGenerations } from '#contract/pack-card.ts';
import { CONFIG, PACKS_ON_SALE } from '../support/fake-api.ts';
import { Packs } from '../../../web/src/features/buying/components/packs.tsx';

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

it.each([
  ['each generation', 50, ['10 of 50', '25 of 50', '50 of 50']],
  ['an equal share of a pack with more generations', 1_000, ['1 of 50', '1 of 50', '50 of 50']],
])('shows at most 50 frames in a card: one for %s', (_, credits, sheets) => {
  const packs = [10, 25, credits].map((count) => ({
    ...composeCard('starter'),
    credits: count,
    priceId: `price_${count}`,
  }));
  const { container } = render(
    <Packs
      config={{ status: 'success', data: { ...CONFIG, packs } }}
      openingPriceId={undefined}
      onBuy={() => undefined}
      onRetry={() => undefined}
    />,
    { wrapper: MemoryRouter },
  );

  const shown = [...container.querySelectorAll('.pack-sheet')].map(
    (sheet) => `${sheet.querySelectorAll('[data-lit=true]').length} of ${sheet.children.length}`,
  );
  expect(shown).toEqual(sheets);
});

it('separates the thousands of the generations', () => {
  const packs = [{ ...composeCard('starter'), credits: 1_000, priceId: 'price_1000' }];
  render(
    <Packs
      config={{ status: 'success', data: { ...CONFIG, packs } }}
      openingPriceId={undefined}
      onBuy={() => undefined}
      onRetry={() => undefined}
    />,
    { wrapper: MemoryRouter },
  );

  expect(screen.getByText('1,000 Generations')).toBeTruthy();
  expect(formatGenerations(12_500)).toBe('12,500');
});
