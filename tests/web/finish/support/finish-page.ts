import { act, createEvent, fireEvent, screen, within } from '@testing-library/react';
import { onTestFinished, vi } from 'vitest';
import type { Design, TextLayer } from '#contract/design/design.ts';
import { createTextLayer } from '../../../../web/src/features/finish/editor/new-layers.ts';
import { json } from '../../support/fake-api.ts';
import type { FakeCall } from '../../support/fake-api.ts';
import { fakeApi, openLazyPage, signIn, storedThumbnail } from '../../support/site.tsx';
import type { SiteHandlers } from '../../support/site.tsx';

export const ID = '0b9d3a52-8c0e-4b0a-9d57-0a4a6f0f5b11';
export const HEADLINE: TextLayer = {
  ...createTextLayer('11111111-1111-4111-8111-111111111111'),
  text: 'I BUILT A CASTLE',
};
export const DESIGN: Design = { layers: [HEADLINE], crop: 0.5 };
export const THUMBNAIL = storedThumbnail(ID, {
  prompt: 'A castle at sunset',
  design: DESIGN,
  designVersion: 3,
});

/** The stored thumbnail. */
export const withThumbnail = (changes: Partial<typeof THUMBNAIL>): SiteHandlers => ({
  readThumbnail: () => json({ ...THUMBNAIL, ...changes }),
});

export async function openFinish(handlers: SiteHandlers = withThumbnail({})) {
  const calls = fakeApi(handlers);
  signIn();
  await openLazyPage(`/thumbnails/${ID}`);
  return calls;
}

/** Opens the page, and waits for the layers. */
export async function openEditor(handlers?: SiteHandlers) {
  const calls = await openFinish(handlers);
  await findLayers();
  return calls;
}

export const savedDesigns = (calls: FakeCall[]) =>
  calls
    .filter(({ method }) => method === 'PUT')
    .map(({ body }) => body as { design: Design; version: number });
export const findLayers = () => screen.findByRole('list', { name: /^Layers/ });
export const layerNames = async () =>
  within(await findLayers())
    .getAllByRole('listitem')
    .map((row) => row.textContent);

/** Replaces the clock of the pauses, and what happy-dom does not have: decoded images, canvases and fonts. */
export function stubBrowser(): void {
  // Each wait of Testing Library ends with a timer, so the clock moves on often.
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout'],
    shouldAdvanceTime: true,
    advanceTimeDelta: 5,
  });
  const bitmap = { width: 1_280, height: 720, close: () => undefined };
  vi.stubGlobal('createImageBitmap', () => Promise.resolve(bitmap));
  vi.stubGlobal('FontFace', vi.fn());
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  stubFonts(() => Promise.resolve([]));
  // A high window shows all settings of a layer.
  vi.stubGlobal('innerHeight', 900);
  HTMLElement.prototype.setPointerCapture = () => undefined;
  document.addEventListener('click', togglePopover);
  onTestFinished(() => document.removeEventListener('click', togglePopover));
}

/** Opens and closes a menu, which happy-dom does not. */
function togglePopover({ target }: Event): void {
  const button = target instanceof Element ? target.closest('[popovertarget]') : null;
  const menu = document.getElementById(button?.getAttribute('popovertarget') ?? '');
  if (!menu) return;
  const newState = menu.toggleAttribute('data-open') ? 'open' : 'closed';
  for (const name of ['beforetoggle', 'toggle'])
    fireEvent(menu, Object.assign(createEvent(name, menu), { newState }));
}

/** Lets the pause pass after which a change is saved. */
export const passPause = () => act(() => vi.advanceTimersByTimeAsync(1_000));

export function stubFonts(load: () => Promise<unknown>): void {
  let hasLoaded = false;
  const value = {
    add: vi.fn(),
    delete: vi.fn(),
    check: () => hasLoaded,
    load: async () => {
      await load();
      hasLoaded = true;
    },
  };
  Object.defineProperty(document, 'fonts', { configurable: true, value });
}

export const onImage = (name: string) =>
  within(screen.getByRole('group', { name: 'Layers on the image' })).getByRole('button', { name });
export const inList = (name: string) =>
  within(screen.getByRole('list', { name: /^Layers/ })).getByRole('button', { name });
export const numberField = (name: RegExp) => screen.getByRole<HTMLInputElement>('spinbutton', { name });
export const readNumber = (name: RegExp) => numberField(name).value;
export const position = () => [readNumber(/^X/), readNumber(/^Y/)];
export const wordsField = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Words' });
export const typeWords = (value: string) => fireEvent.change(wordsField(), { target: { value } });
export const slide = (name: string, value: number) =>
  fireEvent.change(screen.getByRole('slider', { name }), { target: { value } });
export const choose = (name: string | RegExp) => fireEvent.click(screen.getByRole('radio', { name }));
/** Opens the menu of new layers, and presses one of its buttons. */
export const add = (name: string) => {
  fireEvent.click(screen.getByRole('button', { name: 'Add' }));
  fireEvent.click(screen.getByRole('button', { name: `Add ${name}` }));
};
export const typeNumber = (name: string, value: number) =>
  fireEvent.change(screen.getByRole('spinbutton', { name }), { target: { value } });
export const openTab = (name: string) => fireEvent.click(screen.getByRole('tab', { name }));
