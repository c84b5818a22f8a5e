import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { Psd } from 'ag-psd';
import type { TextLayer } from '#contract/design/design.ts';
import { exportPsd } from '../../../../web/src/lib/psd/export-psd.ts';
import { drawCanvas } from '../../../../web/src/lib/render/draw-design.ts';
import { exportDesign } from '../../../../web/src/lib/render/export-design.ts';
import type { MarkedImage } from '../../../../web/src/lib/render/finished-image.ts';
import { layoutTextLayer } from '../../../../web/src/lib/render/layout-text.ts';
import { showInLanguage } from '../../../../web/src/lib/render/show-in-language.ts';
import { TEXT, VALUES } from '../../../e2e/headlines/text-values.ts';
import { stubFonts } from '../../finish/support/finish-page.ts';
import { fakeCanvas } from '../../support/fake-canvas.ts';

const SIZE = { width: 1_280, height: 720 };
/** Two lines at a side, so that the width of the box and the distance of the lines move letters. */
const LAYER: TextLayer = { ...TEXT, text: 'Hike to\nexit', align: 'left' };
const CHANGES = { ...VALUES, hidden: true };
type Name = keyof typeof CHANGES;

/** Each output, and the properties that it does not show. A new property is shown by each output, or it is here. */
const OUTPUTS: Record<string, [make: (finished: MarkedImage) => unknown, notShown: readonly Name[]]> = {
  'the page': [(finished) => drawCanvas(finished, SIZE), ['name', 'locked', 'keepsSize']],
  'a PNG': [
    (finished) => exportDesign(finished, { size: SIZE, format: 'png', limit: 'phone', name: 'castle' }),
    ['name', 'locked', 'keepsSize'],
  ],
  'a Photoshop file': [
    (finished) => exportPsd(finished, { size: SIZE, nameLayer: ({ name = '' }) => name }),
    ['locked', 'keepsSize'],
  ],
};

/** The files that the worker of Photoshop files was asked to write. */
let written: Psd[];

class FakeWorker extends EventTarget {
  postMessage(psd: Psd): void {
    written.push(psd);
    this.dispatchEvent(new MessageEvent('message', { data: new ArrayBuffer(0) }));
  }
  terminate = vi.fn();
}

beforeEach(() => {
  written = [];
  vi.stubGlobal('Worker', FakeWorker);
  vi.stubGlobal('FontFace', vi.fn());
  stubFonts(() => Promise.resolve());
  const toBlob = vi
    .spyOn(HTMLCanvasElement.prototype, 'toBlob')
    .mockImplementation((take) => take(new Blob()));
  onTestFinished(() => toBlob.mockRestore());
});

/** Makes an output of a text, also in German. @returns the calls of the canvas, and the layers of the file. */
async function show(layer: TextLayer, make: (finished: MarkedImage) => unknown): Promise<string> {
  // The first layout creates the canvas that measures letters, whose calls are not recorded.
  fakeCanvas(() => false);
  layoutTextLayer(LAYER);
  const drawn = fakeCanvas();
  const image = Object.assign(document.createElement('canvas'), SIZE);
  const design = { layers: [layer], crop: 0.5 };
  for (const shown of [design, showInLanguage(design, 'de')])
    await make({ image, design: shown, cutouts: new Map(), mark: 'none' });
  const layers = written.splice(0).map(({ children }) => children);
  return JSON.stringify([drawn, layers], (name, value: unknown) =>
    name === 'imageData' || value instanceof HTMLElement ? 'pixels' : value,
  );
}

it.each(
  Object.entries(OUTPUTS).flatMap(([output, [make, notShown]]) =>
    (Object.keys(CHANGES) as Name[]).map((name) => ({
      output,
      make,
      name,
      isShown: !notShown.includes(name),
    })),
  ),
)('$output shows the property $name of a text: $isShown', async ({ make, name, isShown }) => {
  const before = await show(LAYER, make);

  expect((await show({ ...LAYER, [name]: CHANGES[name] }, make)) !== before).toBe(isShown);
  expect(await show(LAYER, make)).toBe(before);
});
