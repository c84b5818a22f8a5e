// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { FEATURE_IDS } from '../../../contract/features.ts';
import type { PackId } from '../../../contract/packs.ts';
import { openEditor, openTab, stubBrowser, withThumbnail } from '../finish/support/finish-page.ts';
import { CONFIG, json } from '../support/fake-api.ts';
import * as home from '../support/home.ts';
import { fakeApi, openLazyPage, press, signIn } from '../support/site.tsx';
import type { SiteHandlers } from '../support/site.tsx';

/** The code that was loaded. */
const loaded = vi.hoisted(() => new Set<string>());
vi.mock('../../../web/src/features/finish/components/image-tools/image-tools.tsx', (original) => {
  loaded.add('image tools');
  return original();
});
vi.mock('../../../web/src/features/account/components/api-keys.tsx', (original) => {
  loaded.add('API keys');
  return original();
});

/** A stage with all features in early access, and a user with these packs. */
const early = (packs: PackId[]): SiteHandlers => ({
  config: () => json({ ...CONFIG, earlyAccess: FEATURE_IDS }),
  readCredits: () => json({ credits: 5, packs }),
  listKeys: () => json({ keys: [] }),
});

async function openAccount(packs: PackId[]) {
  const calls = fakeApi(early(packs));
  signIn();
  await openLazyPage('/account');
  await screen.findByText('5 credits');
  return calls;
}
async function openFinishPage(packs: PackId[]) {
  stubBrowser();
  const calls = await openEditor({ ...withThumbnail({}), ...early(packs) });
  return calls;
}
const scriptButton = () => screen.queryByRole('button', { name: 'Start from a script' });
const openImageTab = () => openTab('Image');
const paths = (calls: { url: string }[]) => calls.map(({ url }) => url);

// Isolated, because the site reads its settings once and the other files share its modules. The first, before others load the code.
describe('a feature in early access, for an account with Starter', () => {
  it('is not on the home page', async () => {
    home.openHome(early(['starter']));

    expect(scriptButton()).toMatchObject({ disabled: true });
    await waitFor(() => expect(scriptButton()).toBeNull());
  });

  it('is not on the account page, and its endpoint is not called', async () => {
    const calls = await openAccount(['starter']);

    expect(screen.queryByRole('region', { name: 'API keys' })).toBeNull();
    expect(paths(calls)).not.toContain('/api/keys');
  });

  it('is not on the finish page, and its endpoint is not called', async () => {
    const calls = await openFinishPage(['starter']);
    openImageTab();

    await screen.findByRole('heading', { name: 'The image' });
    expect(screen.queryByRole('region', { name: 'Change the image' })).toBeNull();
    expect(paths(calls)).not.toContain('/api/brand');
    expect(screen.queryByText('Early access')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Suggest titles and headlines' })).toBeNull();
  });

  it('has loaded no code', () => {
    expect([...loaded]).toEqual([]);
  });
});

describe('a feature in early access, for an account with Pro', () => {
  it('has the label in the sheet of concepts', async () => {
    home.openHome(early(['pro']));
    await waitFor(() => expect(scriptButton()).toMatchObject({ disabled: false }));
    press('Start from a script');

    const sheet = within(await screen.findByRole('dialog', { name: 'Start from a script' }));
    expect(sheet.getByText('Early access')).toBeTruthy();
  });

  it('has the label beside the API keys', async () => {
    await openAccount(['pro']);

    const keys = within(await screen.findByRole('region', { name: 'API keys' }));
    expect(keys.getByText('Early access')).toBeTruthy();
  });

  it('has the label in the dialog of layouts, in the suggestions and beside the image tools', async () => {
    await openFinishPage(['pro']);
    fireEvent.click(await screen.findByRole('button', { name: 'Save as layout' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Save as layout' }));
    expect(dialog.getByText('Early access')).toBeTruthy();
    press('Cancel');
    press('Suggest titles and headlines');
    expect(await screen.findByText('Early access')).toBeTruthy();

    openImageTab();
    const tools = within(await screen.findByRole('region', { name: 'Change the image' }));
    expect(tools.getByText('Early access')).toBeTruthy();
    expect(tools.getByRole('button', { name: 'Erase' })).toBeTruthy();
    expect([...loaded]).toEqual(['API keys', 'image tools']);
  });
});

it('the features in early access are named beside the packs', async () => {
  fakeApi(early([]));
  await openLazyPage('/buy-credits');

  const section = within(await screen.findByRole('region', { name: 'Early access' }));
  expect(
    section.getByText(
      /At the moment: Image tools, Start from a script, Brand colours and layouts, API keys\.$/,
    ),
  ).toBeTruthy();
});
