import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
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
