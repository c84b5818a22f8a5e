import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ADA, openHome } from '../support/site.tsx';
import { json } from '../support/fake-api.ts';

describe('the account page', () => {
  it('opens from the address in the header, and shows address and balance', async () => {
    openHome({ readCredits: () => json({ credits: 1 }) });
    fireEvent.click(screen.getByText('Account'));

    expect(await screen.findByRole('heading', { level: 1, name: 'Your account' })).toBeTruthy();
    expect(await screen.findByText('1 credit')).toBeTruthy();
    expect(within(screen.getByRole('main')).getByText(ADA.email)).toBeTruthy();
    expect(screen.getAllByRole('link', { name: 'Buy Credits' })[0]?.getAttribute('href')).toBe(
      '/buy-credits',
    );
  });
});
