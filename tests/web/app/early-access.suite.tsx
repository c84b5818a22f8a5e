import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FEATURE_IDS, type FeatureId } from '#contract/features.ts';
import type { PackId } from '#contract/packs.ts';
import { readSiteConfig } from '../../../web/src/lib/read-site-config.ts';
import { openEditor, openTab, stubBrowser, withThumbnail } from '../finish/support/finish-page.ts';
import { CONFIG, json } from '../support/fake-api.ts';
import * as home from '../support/home.ts';
import { fakeApi, openLazyPage, press, signIn } from '../support/site.tsx';
import type { SiteHandlers } from '../support/site.tsx';

/** The code that was loaded. */
const loaded = vi.hoisted(() => new Set<string>());
vi.mock('../../../web/src/features/finish/image-tools/image-tools.tsx', (original) => {
  loaded.add('image tools');
  return original();
});
vi.mock('../../../web/src/features/account/components/api-keys.tsx', (original) => {
  loaded.add('API keys');
  return original();
});

/** A user with these packs. */
const early = (packs: PackId[]): SiteHandlers => ({
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

/** Checks of the parts of the pages that belong to a feature. */
interface Checks {
  /** An account with Starter does not see the feature. */
  expectHidden: () => Promise<void>;
  /** An account with Pro sees the feature with the label. */
  expectLabel: () => Promise<void>;
}

/** Each feature with its checks: a feature without them is a type error. */
const CHECKS: Record<FeatureId, Checks> = {
  concepts: {
    async expectHidden() {
      home.openHome(early(['starter']));
      expect(scriptButton()).toMatchObject({ disabled: true });
      await waitFor(() => expect(scriptButton()).toBeNull());
    },
    async expectLabel() {
      home.openHome(early(['pro']));
      await waitFor(() => expect(scriptButton()).toMatchObject({ disabled: false }));
      press('Start from a script');
      await expectLabelIn('dialog', 'Start from a script');
    },
  },
  keys: {
    async expectHidden() {
      const calls = await openAccount(['starter']);
      expect(screen.queryByRole('region', { name: 'API keys' })).toBeNull();
      expect(paths(calls)).not.toContain('/api/keys');
    },
    async expectLabel() {
      await openAccount(['pro']);
      await expectLabelIn('region', 'API keys');
    },
  },
  brand: {
    async expectHidden() {
      const calls = await openFinishPage(['starter']);
      expect(screen.queryByRole('button', { name: 'Save this as layout' })).toBeNull();
      expect(paths(calls)).not.toContain('/api/brand');
    },
    async expectLabel() {
      await openFinishPage(['pro']);
      fireEvent.click(await screen.findByRole('button', { name: 'Save this as layout' }));
      await expectLabelIn('dialog', 'Save as layout');
    },
  },
  edits: {
    async expectHidden() {
      await openFinishPage(['starter']);
      openImageTab();
      await screen.findByRole('heading', { name: 'The image' });
      expect(screen.queryByRole('region', { name: 'Change the image' })).toBeNull();
    },
    async expectLabel() {
      await openFinishPage(['pro']);
      openImageTab();
      const tools = await expectLabelIn('region', 'Change the image');
      expect(tools.getByRole('button', { name: 'Erase' })).toBeTruthy();
    },
  },
};

async function expectLabelIn(role: 'dialog' | 'region', name: string) {
  const part = within(await screen.findByRole(role, { name }));
  expect(part.getByText('Early access')).toBeTruthy();
  return part;
}

/** Puts all features in early access, for the tests of a describe block. The site reads its settings once, so this changes the cached ones. */
function withEarlyAccess(): void {
  beforeEach(async () => {
    Object.assign(await readSiteConfig(), CONFIG, { earlyAccess: FEATURE_IDS, legal: undefined });
  });
}

// The first, before others load the code.
describe('a feature in early access, for an account with Starter', () => {
  withEarlyAccess();

  it.each(FEATURE_IDS)('is not shown, and its endpoint is not called: %s', (feature) =>
    CHECKS[feature].expectHidden(),
  );

  it('suggests no titles on the finish page', async () => {
    await openFinishPage(['starter']);
    await screen.findByRole('tab', { name: 'Image' });

    expect(screen.queryByText('Early access')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Suggest titles and headlines' })).toBeNull();
  });

  it('has loaded no code', () => {
    expect(loaded).toEqual(new Set());
  });
});

describe('a feature in early access, for an account with Pro', () => {
  withEarlyAccess();

  it.each(FEATURE_IDS)('has the label: %s', (feature) => CHECKS[feature].expectLabel());

  it('has the label in the suggestions of the finish page', async () => {
    await openFinishPage(['pro']);
    fireEvent.click(await screen.findByRole('button', { name: 'Suggest titles and headlines' }));

    expect(await screen.findByText('Early access')).toBeTruthy();
  });

  it('has loaded the code', () => {
    expect(loaded).toEqual(new Set(['API keys', 'image tools']));
  });
});

describe('the features in early access', () => {
  withEarlyAccess();

  it('are named beside the packs', async () => {
    fakeApi(early([]));
    await openLazyPage('/buy-credits');

    const region = await screen.findByRole('region', { name: 'Early access' });
    const links = screen.getAllByRole('link', { name: 'Early access to new features' });
    expect(new Set(links.map((link) => link.getAttribute('href')))).toEqual(new Set([`#${region.id}`]));
    expect(
      within(region).getByText(
        /At the moment: Image tools, Start from a script, Brand colours and layouts, API keys\.$/,
      ),
    ).toBeTruthy();
  });
});
