import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { readSiteConfig } from '../../../web/src/lib/read-site-config.ts';
import { findLayers, openFinish, stubBrowser } from '../finish/support/finish-page.ts';
import { CONFIG, fakeFetch, json, lostConnection } from '../support/fake-api.ts';
import * as home from '../support/home.ts';
import { fakeApi, openLazyPage, signIn } from '../support/site.tsx';

const LEGAL = {
  sellerName: 'Example Ltd',
  sellerAddress: '1 Example Street, London',
  supportEmail: 'support@example.com',
  termsUrl: 'https://example.com/terms',
  privacyUrl: '/privacy',
  refundsUrl: '/refunds',
};
const { answerHours: _withoutForm, ...SETTINGS } = CONFIG;
const WITHOUT_PACKS = { ...SETTINGS, packs: [] };

// In this order, because the site reads its settings once.
describe('the settings of the site', () => {
  it('are read again after each failure', async () => {
    const replies = [lostConnection(), json({}, 503), new Response('<html>a proxy</html>')];
    const calls = fakeFetch(() => replies[calls.length - 1] ?? lostConnection());

    for (const _failure of replies)
      await expect(readSiteConfig()).rejects.toThrow('The connection was lost.');
    expect(calls).toHaveLength(replies.length);
    expect(calls[0]?.signal).toBeInstanceOf(AbortSignal);
  });

  it('are loaded again by Retry on the page with the packs, which then says that no packs are on sale', async () => {
    const replies = [lostConnection(), json(WITHOUT_PACKS)];
    fakeApi({ config: () => replies.shift() ?? lostConnection() });
    signIn();
    await openLazyPage('/buy-credits');

    expect(await screen.findByRole('heading', { name: 'The credit packs could not be loaded' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));

    expect(await screen.findByRole('heading', { name: 'Credit packs are not on sale yet' })).toBeTruthy();
    expect(screen.queryByRole('list', { name: 'Credit packs' })).toBeNull();
    expect(await screen.findByRole('heading', { name: 'Your purchases' })).toBeTruthy();
  });

  it('are not read again after a success', async () => {
    const calls = fakeFetch(lostConnection);

    expect(await readSiteConfig()).toEqual(WITHOUT_PACKS);
    expect(calls).toEqual([]);
  });
});

describe('a stage with a seller and without references, cut-outs and a text model', () => {
  beforeEach(async () => {
    Object.assign(await readSiteConfig(), {
      packs: CONFIG.packs,
      references: { video: false, channel: false, images: false, cutouts: false },
      referenceModels: [],
      edits: [],
      promptAssistance: false,
      legal: LEGAL,
    });
  });

  it('names the seller beside the packs and in the footer, with the policies and an address for support', async () => {
    fakeApi();
    await openLazyPage('/buy-credits');

    expect(
      await screen.findByText(
        /ends what came with the pack: its support level, API keys and early access\.$/,
      ),
    ).toBeTruthy();
    expect(await screen.findByText(/Sold by Example Ltd, 1 Example Street, London\./)).toBeTruthy();
    const footer = within(screen.getByRole('contentinfo'));
    expect(footer.getByText('Example Ltd, 1 Example Street, London')).toBeTruthy();
    expect(footer.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Developers', '/developers'],
      ['Support', '/support'],
      ['Terms', LEGAL.termsUrl],
      ['Privacy', LEGAL.privacyUrl],
      ['Refunds', LEGAL.refundsUrl],
    ]);
  });

  it('names the address of support, without a form', async () => {
    fakeApi();
    signIn();
    await openLazyPage('/support');

    const address = await screen.findByRole('link', { name: 'support@example.com' });
    expect(address.getAttribute('href')).toBe('mailto:support@example.com');
    expect(screen.queryByRole('form')).toBeNull();
  });

  it('does not offer cut-outs to an account without any', async () => {
    stubBrowser();
    await openFinish();
    await findLayers();

    expect(screen.queryByRole('button', { name: 'Add a cut-out' })).toBeNull();
  });

  it('uses no links, gives images no purpose and improves no prompt', async () => {
    const calls = home.openHome();
    home.typePrompt('https://youtu.be/aaaaaaaaaaa a castle');
    const file = new File(['x'], 'one.png', { type: 'image/png' });
    fireEvent.change(screen.getByLabelText('Upload reference images'), { target: { files: [file] } });

    expect(await screen.findByText('Remove the link and describe the style in words.')).toBeTruthy();
    expect(await screen.findByText('one.png')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Purpose/ })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Improve' })).toBeNull();
    expect(calls.some(({ url }) => url.startsWith('/api/video-reference'))).toBe(false);
  });
});
