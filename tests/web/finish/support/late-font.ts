import { act } from '@testing-library/react';
import { vi } from 'vitest';
import { EMPTY_DESIGN } from '../../../../web/src/lib/render/finished-image.ts';
import { stubBrowser, stubFonts } from './finish-page.ts';

export const IMAGE = {
  image: { width: 1_280, height: 720, close: () => undefined },
  design: EMPTY_DESIGN,
  cutouts: new Map(),
};
const list = { status: 'pending' as const, refetch: () => undefined, setData: () => undefined };
export const CUTOUTS = { list, bitmaps: new Map<string, ImageBitmap>() };
export const WORDS = 'I built a castle in one hundred days';
export const MORE = { text: `${WORDS} with my bare hands` };

let hasLoaded: boolean;
/** Lets the fonts load. */
export let load: () => void;

/** Measures words. A module keeps it, so the tests run isolated from those that measure otherwise. */
const METER = {
  font: '',
  /** The letters of the font that takes the place of Anton are twice as wide. */
  measureText(text: string) {
    const size = Number(/([\d.]+)px/.exec(this.font)?.[1]);
    return { width: text.length * size * (hasLoaded ? 0.45 : 0.9), actualBoundingBoxAscent: size };
  },
};

/** Stubs a browser whose fonts load when the test calls `load`. */
export function stubLateFont(): void {
  stubBrowser();
  hasLoaded = false;
  const loading = new Promise<void>((resolve) => {
    load = () => {
      hasLoaded = true;
      resolve();
    };
  });
  stubFonts(() => loading);
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(METER as never);
}

export const pass = () => act(() => vi.advanceTimersByTimeAsync(0));

/** Waits until the code of the placement has loaded, and the page has rendered with it. */
export const settle = () =>
  act(async () => {
    await vi.dynamicImportSettled();
    await vi.advanceTimersByTimeAsync(0);
  });
