import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Design, TextLayer } from '#contract/design/design.ts';
import { exportAllLanguages } from '../../../../web/src/features/finish/export/export-languages.ts';
import type { FileSettings } from '../../../../web/src/features/finish/export/export-file.ts';
import { createCutoutLayer } from '../../../../web/src/features/finish/editor/new-layers.ts';
import { exportLanguages } from '../../../../web/src/lib/render/export-languages.ts';
import { sessionStore, VISITOR } from '../../../../web/src/session/session-store.ts';
import { observeMessages } from '../../../../web/src/ui/notify.ts';
import type { Message } from '../../../../web/src/ui/notify.ts';
import { readZip } from '../../../support/read-zip.ts';
import { fakeCanvas } from '../../support/fake-canvas.ts';
import { signIn } from '../../support/site.tsx';
import { HEADLINE, openEditor, stubBrowser, stubFonts, withThumbnail } from '../support/finish-page.ts';

const TRANSLATED: TextLayer = {
  ...HEADLINE,
  translations: { de: { text: 'EINE BURG' }, 'pt-BR': { text: 'UM CASTELO', x: 300 } },
};
const JPEG = new Uint8Array([0xff, 0xd8, 0xff, 0xfe, 0, 2, 0xff, 0xd9]);
const ZIP = 'a-castle-1280x720-languages.zip';

const encode = vi.fn<HTMLCanvasElement['toBlob']>();
/** The zips that are saved. */
const saved: Blob[] = [];
let drawn: unknown[][];

beforeEach(() => {
  stubBrowser();
  drawn = fakeCanvas();
  saved.length = 0;
  encode.mockReset().mockImplementation((done) => done(new Blob([JPEG])));
  const mocks = [
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(encode),
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      if (file instanceof Blob) saved.push(file);
      return 'blob:zip';
    }),
  ];
  onTestFinished(() => mocks.forEach((mock) => mock.mockRestore()));
});

/** The words that are drawn, each once, in their order. */
const drawnWords = () => [
  ...new Set(drawn.filter(([method]) => method === 'fillText').map(([, text]) => String(text))),
];
const savedNames = async () => Promise.all(saved.map(async (zip) => [...(await readZip(zip)).keys()]));
const isAsked = () => {
  const event = new Event('beforeunload', { cancelable: true });
  dispatchEvent(event);
  return event.defaultPrevented;
};

/** Exports a design, and returns the messages, which are shown a moment later. */
async function exportAll(layers: Design['layers'], settings: Partial<FileSettings> = {}): Promise<Message[]> {
  const messages: Message[] = [];
  onTestFinished(observeMessages((message) => messages.push(message)));
  const finished = {
    image: Object.assign(document.createElement('canvas'), { width: 1_280, height: 720 }),
    design: { layers, crop: 0.5 },
    cutouts: new Map<string, ImageBitmap>(),
    mark: 'generated' as const,
  };
  await exportAllLanguages(finished, {
    ...{ size: { width: 1_280, height: 720 }, format: 'jpeg', limit: 'phone', name: 'a castle' },
    ...settings,
  });
  return messages;
}

const expectLast = (messages: readonly Message[], last: Message) =>
  waitFor(() => expect(messages.at(-1)).toEqual(last));

describe('the export of all languages', () => {
  it('saves one zip with a file of each language, in its words and at its place', async () => {
    const messages = await exportAll([TRANSLATED]);

    expect(await savedNames()).toEqual([
      ['a-castle-1280x720.jpg', 'a-castle-1280x720-de.jpg', 'a-castle-1280x720-pt-BR.jpg'],
    ]);
    expect(drawnWords()).toEqual(['I BUILT A CASTLE', 'EINE BURG', 'UM CASTELO']);
    const places = drawn.filter(([method]) => method === 'translate').map(([, x]) => x);
    expect(places).toEqual([HEADLINE.x, HEADLINE.x, 300]);
    await waitFor(() => expect(messages).toHaveLength(4));
    expect(messages).toEqual([
      { kind: 'loading', text: 'Exporting 1 of 3: Original.' },
      { kind: 'loading', text: 'Exporting 2 of 3: German.' },
      { kind: 'loading', text: 'Exporting 3 of 3: Portuguese (Brazil).' },
      { kind: 'success', text: `Exported ${ZIP}, 3 files, 3 kB.` },
    ]);
    expect(isAsked()).toBe(false);
  });

  it('loads the fonts of the original and of the translated words before it fits the words', async () => {
    const events: string[] = [];
    vi.spyOn(document.fonts, 'load').mockImplementation((_font, text) => {
      events.push(`load ${text}`);
      return Promise.resolve([]);
    });
    const image = document.createElement('canvas');
    const files = exportLanguages(
      { image, design: { layers: [TRANSLATED], crop: 0.5 }, cutouts: new Map(), mark: 'none' },
      {
        languages: ['de'],
        signal: new AbortController().signal,
        toFile: () => {
          events.push('file');
          return Promise.resolve({ name: 'a.jpg', blob: new Blob() });
        },
        onStart: (language) => events.push(`start ${language}`),
        onFailure: () => undefined,
      },
    );
    for await (const { name } of files) events.push(name);

    expect(events).toEqual(['start de', 'load I BUILT A CASTLE', 'load EINE BURG', 'file', 'a-de.jpg']);
  });

  it('loads the capitals of a language before it fits the words, because they can be other letters', async () => {
    const load = vi.spyOn(document.fonts, 'load').mockResolvedValue([]);
    const layers = [
      { ...HEADLINE, text: 'castle', upperCase: true, translations: { tr: { text: 'istanbul' } } },
    ];
    const image = document.createElement('canvas');
    const loaded: unknown[] = [];
    const files = exportLanguages(
      { image, design: { layers, crop: 0.5 }, cutouts: new Map(), mark: 'none' },
      {
        languages: ['tr'],
        signal: new AbortController().signal,
        toFile: () => {
          loaded.push(...load.mock.calls.map(([, text]) => text));
          return Promise.resolve({ name: 'a.jpg', blob: new Blob() });
        },
        onStart: () => undefined,
        onFailure: () => undefined,
      },
    );
    for await (const { name } of files) loaded.push(name);

    expect(loaded).toEqual(['CASTLE', 'İSTANBUL', 'a-tr.jpg']);
  });

  it('names a language whose font does not load, and exports the others', async () => {
    stubFonts(() => Promise.resolve());
    const { fonts } = document;
    vi.spyOn(fonts, 'load').mockImplementation((_font, text) =>
      text?.includes('BURG') ? Promise.reject(new Error('offline')) : Promise.resolve([]),
    );
    const messages = await exportAll([TRANSLATED]);

    expect(await savedNames()).toEqual([['a-castle-1280x720.jpg', 'a-castle-1280x720-pt-BR.jpg']]);
    await expectLast(messages, {
      kind: 'error',
      text: `Exported ${ZIP}, 2 files, 2 kB. German is missing: The font Anton could not be loaded. Check your connection and export again.`,
    });
  });

  it('saves nothing if no file could be made', async () => {
    encode.mockImplementation((done) => done(null));
    const messages = await exportAll([TRANSLATED]);

    expect(saved).toEqual([]);
    await expectLast(messages, {
      kind: 'error',
      text: 'Nothing was exported. Original, German and Portuguese (Brazil) are missing: The browser could not write the file.',
    });
  });

  it('says which words are not confirmed, which files are too large, and that a cut-out is left out', async () => {
    const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    encode.mockImplementation((done) => done(new Blob([png, new Uint8Array(2_000_000)])));
    const translations = { de: { text: 'EINE BURG', review: 'suggested' as const } };
    const layers = [{ ...HEADLINE, translations }, createCutoutLayer('deleted')];
    const messages = await exportAll(layers, { format: 'png' });

    expect(await savedNames()).toEqual([['a-castle-1280x720.png', 'a-castle-1280x720-de.png']]);
    await expectLast(messages, {
      kind: 'info',
      text: [
        `Exported ${ZIP}, 2 files, 4.0 MB.`,
        '2 images leave out a cut-out that is not available.',
        'YouTube takes at most 2 MB from a phone: Original and German are larger.',
        'You have not confirmed the words in German.',
      ].join(' '),
    });
  });

  it('ends without a message when the user signs out', async () => {
    signIn();
    encode.mockImplementation((done) => {
      sessionStore.set(VISITOR);
      done(new Blob([JPEG]));
    });
    const messages = await exportAll([TRANSLATED]);

    await expectLast(messages, { kind: 'loading', text: 'Exporting 1 of 3: Original.' });
    expect(saved).toEqual([]);
  });
});

describe('the button that exports all languages', () => {
  const button = () => screen.findByRole('button', { name: /^Export all languages/, hidden: true });
  const open = (layers: Design['layers']) => openEditor(withThumbnail({ design: { layers, crop: 0.5 } }));

  it('shows how far the export is, and cancels it, and the browser asks before it closes the page', async () => {
    let endEncoding = () => undefined as unknown;
    await open([TRANSLATED]);
    expect((await button()).textContent).toBe(' Export all languages3 files, one zip');
    await waitFor(async () => expect((await button()).getAttribute('aria-disabled')).toBe('false'));
    encode.mockImplementation((done) => {
      endEncoding = () => done(new Blob([JPEG]));
    });

    fireEvent.click(await button());

    await waitFor(async () => expect((await button()).getAttribute('aria-disabled')).toBe('true'));
    expect((await button()).textContent).toBe(' Export all languages1 of 3');
    expect(await screen.findByText('Exporting 1 of 3: Original.')).toBeTruthy();
    expect(isAsked()).toBe(true);

    await waitFor(() => expect(encode).toHaveBeenCalled());
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    act(() => void endEncoding());
    expect(await screen.findByText('The export was cancelled. No file was saved.')).toBeTruthy();
    expect((await button()).textContent).toBe(' Export all languages3 files, one zip');
    expect([saved, isAsked()]).toEqual([[], false]);

    fireEvent.click(await button());
    expect(await screen.findByText('Exporting 1 of 3: Original.')).toBeTruthy();
    await waitFor(() => expect(encode).toHaveBeenCalledTimes(2));
    encode.mockImplementation((done) => done(new Blob([JPEG])));
    act(() => void endEncoding());
    expect(
      await screen.findByText('Exported a-castle-at-sunset-1280x720-languages.zip, 3 files, 3 kB.'),
    ).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull());
  });

  it('is not there for a design without translations', async () => {
    await open([HEADLINE]);
    await screen.findByRole('button', { name: 'Copy image', hidden: true });

    expect(screen.queryByRole('button', { name: /^Export all languages/, hidden: true })).toBeNull();
  });
});
