// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { CONFIG, fakeApi, openLazyPage } from '../support/site.tsx';
import { json } from '../support/fake-api.ts';

// Isolated: the site reads its settings once, and the other files share its modules.
describe('the seller', () => {
  const legal = {
    sellerName: 'Example Ltd',
    sellerAddress: '1 Example Street, London',
    supportEmail: 'support@example.com',
    termsUrl: 'https://example.com/terms',
    privacyUrl: '/privacy',
    refundsUrl: '/refunds',
  };

  it('is named beside the packs and in the footer, with its policies and an address for support', async () => {
    fakeApi({ config: () => json({ ...CONFIG, legal }) });
    await openLazyPage('/buy-credits');

    expect(await screen.findByText(/Sold by Example Ltd, 1 Example Street, London\./)).toBeTruthy();
    const footer = within(screen.getByRole('contentinfo'));
    expect(footer.getByText('Example Ltd, 1 Example Street, London')).toBeTruthy();
    expect(footer.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Terms', legal.termsUrl],
      ['Privacy', legal.privacyUrl],
      ['Refunds', legal.refundsUrl],
      ['Support', 'mailto:support@example.com'],
    ]);
  });
});
