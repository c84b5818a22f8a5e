import { describe, expect, it } from 'vitest';
import type { TextLayer } from '#contract/design/design.ts';
import { createTextLayer } from '../../../../web/src/features/finish/editor/new-layers.ts';
import { drawText } from '../../../../web/src/lib/render/draw-text.ts';
import { layoutTextLayer } from '../../../../web/src/lib/render/layout-text.ts';
import { fakeCanvas } from '../../support/fake-canvas.ts';

const PLAIN: TextLayer = {
  kind: 'text',
  id: createTextLayer('text').id,
  x: 640,
  y: 360,
  width: 900,
  rotation: 0,
  text: 'ONE\nTWO',
  font: 'anton',
  size: 100,
  weight: 400,
  color: '#ffffff',
  align: 'center',
};

/** The lines and the ink of a layer. Other tests prove where they are. */
function placeLines(layer: TextLayer) {
  const { lines, ink } = layoutTextLayer(layer);
  return { lines: lines.map(({ text, x, baseline }) => [text, x, baseline]), ink };
}

/** Draws a layer on a new canvas and records the calls. The other canvas, which measures the letters, is not recorded. */
function draw(layer: TextLayer) {
  const canvas = document.createElement('canvas');
  const drawn = fakeCanvas((other) => other === canvas);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('The canvas has no context.');
  drawText(context, layer);
  return { drawn, ...placeLines(layer) };
}

const FONT = [
  ['font', '400 100px "Anton", Impact, sans-serif'],
  ['textRendering', 'geometricPrecision'],
  ['textBaseline', 'alphabetic'],
  ['textAlign', 'left'],
  ['direction', 'ltr'],
];

describe('a text is drawn', () => {
  it('as its letters only, if it has no other style', () => {
    const { drawn, lines } = draw(PLAIN);

    expect(drawn).toEqual([
      ['shadowColor', 'transparent'],
      ...FONT,
      ['fillStyle', '#ffffff'],
      ...lines.map((line) => ['fillText', ...line]),
    ]);
  });

  it('not at all without a letter, also not its plate', () => {
    const plate = { color: '#ffcc00', opacity: 1, padding: 20 };
    expect(draw({ ...PLAIN, text: ' ', plate }).drawn).toEqual([]);
  });

  it('with its outline below its gradient, and once more without its shadow', () => {
    const { drawn, lines, ink } = draw({
      ...PLAIN,
      gradient: '#ff0000',
      outline: { color: '#000000', width: 8 },
      shadow: { color: '#0000ff', blur: 20 },
    });
    const letters = [
      ...FONT,
      ['strokeStyle', '#000000'],
      ['lineWidth', 16],
      ['lineJoin', 'round'],
      ...lines.map((line) => ['strokeText', ...line]),
      ['fillStyle', '#ffffff'],
      ['createLinearGradient', 0, ink.y, 0, ink.y + ink.height],
      ['addColorStop', 0, '#ffffff'],
      ['addColorStop', 1, '#ff0000'],
      ['fillStyle', { addColorStop: expect.any(Function) as () => void }],
      ...lines.map((line) => ['fillText', ...line]),
    ];

    expect(drawn).toEqual([...letters, ['shadowColor', 'transparent'], ...letters]);
  });

  it('once, on a plate that has the shadow instead', () => {
    const { drawn, lines, ink } = draw({
      ...PLAIN,
      shadow: { color: '#0000ff', blur: 20 },
      plate: { color: '#ff0000', opacity: 0.8, padding: 24 },
    });

    expect(drawn).toEqual([
      ['globalAlpha', 0.8],
      ['fillStyle', '#ff0000'],
      ['beginPath'],
      ['roundRect', ink.x - 24, ink.y - 24, ink.width + 48, ink.height + 48, 8],
      ['fill'],
      ['globalAlpha', 1],
      ['shadowColor', 'transparent'],
      ...FONT,
      ['fillStyle', '#ffffff'],
      ...lines.map((line) => ['fillText', ...line]),
    ]);
  });
});
