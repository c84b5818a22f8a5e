import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { listUnsentKeys } from '../../../../web/src/outbox/unsent-text.ts';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Design } from '#contract/design/design.ts';
import { EditProgress } from '../../../../web/src/features/finish/image-tools/edit-progress.tsx';
import { designKey, markDesign } from '../../../../web/src/outbox/designs.ts';
import { putUpdate, shownUpdates } from '../../../../web/src/outbox/updates.ts';
import { deferredReply, json, lostConnection, refusal } from '../../support/fake-api.ts';
import { ADA, press } from '../../support/site.tsx';
import {
  DESIGN,
  findLayers,
  HEADLINE,
  ID,
  layerNames,
  openEditor,
  openFinish,
  passPause,
  savedDesigns,
  stubBrowser,
  stubFonts,
  THUMBNAIL,
  typeWords,
  withThumbnail,
} from '../support/finish-page.ts';
import { DesignServer } from '../support/design-server.ts';

beforeEach(stubBrowser);

describe('opening a thumbnail', () => {
  it('shows its prompt, its layers and the settings of the front layer', async () => {
    await openFinish();

    expect(await layerNames()).toEqual(['I BUILT A CASTLE', 'The image']);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('A castle at sunset');
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Words' }).value).toBe(
      'I BUILT A CASTLE',
    );
    expect(document.title).toBe('Finish · Thumbforge');
  });

  it('shows a new name before the server has it', async () => {
    onTestFinished(() => shownUpdates.set(new Map()));
    putUpdate(ADA.id, ID, { name: 'Episode 12' });
    await openFinish({
      ...withThumbnail({ name: 'Episode 11' }),
      updateThumbnail: () => refusal('too_many_requests'),
    });

    await findLayers();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Episode 12');
  });

  it('shows markup in a text as its characters', async () => {
    const text = '<b>I BUILT</b> <img src=x onerror=alert(1)>';
    await openFinish(withThumbnail({ design: { ...DESIGN, layers: [{ ...HEADLINE, text }] } }));

    expect(await layerNames()).toEqual([text, 'The image']);
  });

  it.each([
    ['the account has no such thumbnail', 'not_found'],
    ['the URL has an invalid id', 'invalid_request'],
  ] as const)('says that there is no such thumbnail when %s', async (_, code) => {
    await openFinish({ readThumbnail: () => refusal(code) });

    expect((await screen.findByRole('alert')).textContent).toContain(
      'There is no such thumbnail in your account.',
    );
  });

  it('says on a translated page that it could not be loaded', async () => {
    const read = deferredReply<'readThumbnail'>();
    await openFinish({ readThumbnail: () => read.promise });
    const loading = await screen.findByText('Loading the thumbnail...');
    for (const text of loading.childNodes)
      if (text instanceof Text && text.data.trim() !== '') {
        const translated = document.createElement('em');
        translated.textContent = text.data;
        text.replaceWith(translated);
      }

    read.resolve(refusal('internal'));

    expect((await screen.findByRole('alert')).textContent).toMatch(/^\s*The thumbnail could not be loaded/);
  });

  it('says why a generation failed', async () => {
    await openFinish(
      withThumbnail({ status: 'failed', url: undefined, code: 'content_filtered', charge: 'refunded' }),
    );

    expect((await screen.findByRole('alert')).textContent).toContain(
      'was not generated. The image model declined this prompt; no credit was taken.',
    );
  });

  it('waits for a generation that is running', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    let isDone = false;
    await openFinish({ readThumbnail: () => json(isDone ? THUMBNAIL : { ...THUMBNAIL, status: 'pending' }) });
    await screen.findByText('This thumbnail is still being generated.');
    isDone = true;
    await act(() => vi.advanceTimersByTimeAsync(3_000));

    expect(await findLayers()).toBeDefined();
  });

  it('can be tried again after an error', async () => {
    let isUp = false;
    await openFinish({ readThumbnail: () => (isUp ? json(THUMBNAIL) : new TypeError('Failed to fetch')) });
    await screen.findByText(/could not be loaded. The connection was lost./);
    isUp = true;
    press('Try again');

    expect(await findLayers()).toBeDefined();
  });
});

it('says which font could not be loaded, and loads it again', async () => {
  let isUp = false;
  const load = () => (isUp ? Promise.resolve([]) : Promise.reject(new Error('offline')));
  stubFonts(load);
  await openFinish();
  await screen.findByText(/The font Anton could not be loaded./);
  isUp = true;
  press('Try again');

  await waitFor(() => expect(screen.queryByText(/could not be loaded/)).toBeNull());
});

it('a hidden text needs no font', async () => {
  stubFonts(() => Promise.reject(new Error('offline')));
  await openEditor(withThumbnail({ design: { ...DESIGN, layers: [{ ...HEADLINE, hidden: true }] } }));
  await passPause();
  expect(screen.queryByText(/could not be loaded/)).toBeNull();

  press('Hide I BUILT A CASTLE');
  expect(await screen.findByText(/The font Anton could not be loaded./)).toBeDefined();
});

it.each([
  [15, '15 s. Usually takes 5 to 15 seconds.'],
  [23, '23 s. This one takes longer than usual.'],
])('says of an edit after %d s what to expect', (seconds, text) => {
  const startedAt = Date.now() - seconds * 1_000;
  const current = { id: 'e1', kind: 'edit', userId: ADA.id, batchId: 'e1', startedAt } as const;
  const actions = { start: vi.fn(), retry: vi.fn(), cancel: vi.fn(), dismiss: vi.fn() };
  render(
    <EditProgress edits={{ shown: [current], last: current, isBusy: true, ...actions }} current={current} />,
  );

  expect(screen.getByText(text)).toBeDefined();
});

describe('saving', () => {
  const other: Design = { layers: [{ ...HEADLINE, text: 'FROM MY PHONE' }], crop: 0.5 };

  async function openConflict() {
    let isChanged = false;
    const calls = await openEditor({
      readThumbnail: () => json(isChanged ? { ...THUMBNAIL, design: other, designVersion: 7 } : THUMBNAIL),
      saveDesign: ({ body }) => {
        if ((body as { version: number }).version === 7) return json({ version: 8 });
        isChanged = true;
        return refusal('design_changed');
      },
    });
    typeWords('FROM HERE');
    await passPause();
    await screen.findByRole('dialog', { name: 'Two versions of this design' });
    return calls;
  }

  it('is announced only when it fails, and a slider says its value itself', async () => {
    let isUp = true;
    await openEditor({
      ...withThumbnail({}),
      saveDesign: () => (isUp ? json({ version: 4 }) : lostConnection()),
    });
    const said = () => screen.getAllByRole('status').map((status) => status.textContent);
    const before = said();
    fireEvent.change(screen.getByRole('spinbutton', { name: 'Size' }), { target: { value: '90' } });
    expect(screen.getByText('Saving...')).toBeDefined();
    await passPause();
    await screen.findByText('Saved');
    expect(said()).toEqual(before);
    isUp = false;
    fireEvent.change(screen.getByRole('spinbutton', { name: 'Size' }), { target: { value: '91' } });
    await passPause();

    await waitFor(() => expect(said()).toContain('Not saved yet, trying again'));
  });

  it('does not wait for a font when the page is left', async () => {
    stubFonts(() => new Promise(() => undefined));
    const calls = await openEditor();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    typeWords('LAST WORDS');
    cleanup();
    await vi.advanceTimersByTimeAsync(0);

    expect(savedDesigns(calls).map(({ design }) => design)).toEqual([
      { ...DESIGN, layers: [{ ...HEADLINE, text: 'LAST WORDS' }] },
    ]);
  });

  it('asks which version to keep if another version was saved, and keeps the version of this page', async () => {
    const calls = await openConflict();
    expect(await screen.findByRole('img', { name: 'The other version' })).toBeDefined();
    press('Keep this version');
    await passPause();
    await screen.findByText('Saved');

    expect(savedDesigns(calls).at(-1)).toMatchObject({
      version: 7,
      design: { layers: [{ text: 'FROM HERE' }] },
    });
  });

  it('restores the work of an earlier visit that never reached the server', async () => {
    const design = { ...DESIGN, layers: [{ ...HEADLINE, text: 'UNSAVED' }] };
    const entry = {
      key: designKey(ID, 'earlier'),
      userId: ADA.id,
      request: { name: 'saveDesign', input: { params: { id: ID }, body: { design, version: 3 } } },
      mark: markDesign(design),
      sent: [],
      due: Date.now() + 60_000, // The start of the site does not send it.
      order: 1,
      state: 'unsent',
    };
    localStorage.setItem(`outbox/${entry.key}`, JSON.stringify(entry));
    const server = new DesignServer();
    let keys: string[] = [];
    const saveDesign: typeof server.saveDesign = (call) => {
      keys = listUnsentKeys();
      return server.saveDesign(call);
    };
    const calls = await openFinish({ ...server.handlers, saveDesign });

    expect(await layerNames()).toEqual(['UNSAVED', 'The image']);
    await waitFor(() => expect(savedDesigns(calls)).toEqual([{ design, version: 3 }]));
    // The earlier page may still be open in another tab.
    expect(keys).toEqual([expect.not.stringContaining('earlier')]);
    await waitFor(() => expect(listUnsentKeys()).toEqual([]));
  });
});
