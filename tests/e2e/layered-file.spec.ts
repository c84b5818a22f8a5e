import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import Psd from '@webtoon/psd';
import type { Layer, Node } from '@webtoon/psd';
import { expect, test } from './support/test.ts';

const WIDTH = 1_280;
const HEIGHT = 720;

async function exportAs(page: Page, type: string): Promise<Buffer<ArrayBuffer>> {
  await page.getByRole('button', { name: 'File settings' }).click();
  await page.getByRole('radio', { name: type }).check();
  await page.keyboard.press('Escape');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  return readFile(await (await downloading).path());
}

/** The pixels of an image as the browser decodes it: red, green, blue and opacity of each. */
async function decode(page: Page, image: Buffer): Promise<Uint8Array> {
  const pixels = await page.evaluate<string>(`(async () => {
    const bytes = Uint8Array.from(atob('${image.toString('base64')}'), (character) => character.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes]));
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
    context.drawImage(image, 0, 0);
    const blob = new Blob([context.getImageData(0, 0, image.width, image.height).data]);
    const reader = new FileReader();
    return new Promise((resolve) => {
      reader.onload = () => resolve(reader.result.split(',')[1]);
      reader.readAsDataURL(blob);
    });
  })()`);
  return Buffer.from(pixels, 'base64');
}

/** The layers from front to back. Breaks of lines are blanks. */
const describe = ({ children = [] }: Pick<Node, 'children'>): unknown[] =>
  children.map((node) =>
    node.type === 'Layer'
      ? {
          name: node.name,
          isHidden: node.isHidden,
          opacity: node.opacity,
          text: node.text?.replace(/\s+/g, ' '),
        }
      : { name: node.name, layers: describe(node) },
  );

/** Draws the shown layers over each other, as a design program does. */
async function flatten(file: Psd): Promise<Uint8Array> {
  const drawn = new Float64Array(WIDTH * HEIGHT * 4);
  for (const layer of listShown(file).toReversed())
    drawOver(drawn, layer, await layer.composite(false, false));
  return Uint8Array.from(drawn, Math.round);
}

/** The shown layers, from front to back. */
const listShown = (node: Node): Layer[] =>
  node.type === 'Layer' ? (node.isHidden ? [] : [node]) : node.children.flatMap(listShown);

function drawOver(drawn: Float64Array, layer: Layer, pixels: Uint8ClampedArray): void {
  for (let index = 0; index < layer.width * layer.height; index += 1) {
    const at =
      ((layer.top + Math.floor(index / layer.width)) * WIDTH + layer.left + (index % layer.width)) * 4;
    const opacity = ((pixels[index * 4 + 3] ?? 0) / 255) * layer.composedOpacity;
    for (const channel of [0, 1, 2]) {
      drawn[at + channel] =
        (drawn[at + channel] ?? 0) * (1 - opacity) + (pixels[index * 4 + channel] ?? 0) * opacity;
    }
    drawn[at + 3] = 255 * (1 - (1 - (drawn[at + 3] ?? 0) / 255) * (1 - opacity));
  }
}

/** The largest difference of a value, of 255. */
const findDifference = (one: ArrayLike<number>, other: Uint8Array): number =>
  other.reduce((most, value, index) => Math.max(most, Math.abs(value - (one[index] ?? 0))), 0);

test('A Photoshop file has each layer in its place, and looks as the exported PNG', async ({
  page,
  visit,
  creator,
}) => {
  const [id] = await creator.generate('A castle');
  await visit(`/thumbnails/${id}`, creator);
  await page.getByRole('button', { name: 'Text on the left' }).click();
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('button', { name: 'Add an arrow' }).click();
  await page.getByText('Shadow, opacity, order').click();
  await page.getByRole('slider', { name: 'Opacity' }).fill('50');
  const png = await decode(page, await exportAs(page, 'PNG'));
  const bytes = await exportAs(page, 'Photoshop (layers)');
  const file = Psd.parse(bytes.buffer);

  expect(describe(file)).toEqual([
    { name: 'Arrow', isHidden: false, opacity: 128, text: undefined },
    {
      name: 'SECOND LINE',
      layers: [
        { name: 'Words', isHidden: true, opacity: 255, text: 'SECOND LINE' },
        { name: 'Picture', isHidden: false, opacity: 255, text: undefined },
      ],
    },
    {
      name: 'YOUR HEADLINE',
      layers: [
        { name: 'Words', isHidden: true, opacity: 255, text: 'YOUR HEADLINE' },
        { name: 'Picture', isHidden: false, opacity: 255, text: undefined },
      ],
    },
    { name: 'Image', isHidden: false, opacity: 255, text: undefined },
  ]);
  expect(findDifference(await file.composite(), png), 'the flattened picture').toBeLessThanOrEqual(2);
  expect(findDifference(await flatten(file), png), 'the layers').toBeLessThanOrEqual(2);
  expect(bytes.includes('/digitalsourcetype/trainedAlgorithmicMedia<'), 'the mark').toBe(true);
});
