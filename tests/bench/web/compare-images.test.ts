import { Buffer } from 'node:buffer';
import { renderAsync } from '@resvg/resvg-js';
import { describe, expect, it } from 'vitest';
import { drawSketch } from '../../../local/emulators/bedrock/sketch/sketch.ts';
import { FONT } from '../../../local/emulators/bedrock/sketch/sketch.ts';
import { areTooSimilar, type Pixels } from '../../../web/src/lib/export/compare-images.ts';

const [WIDTH, HEIGHT] = [1_344, 768];

/** A finished thumbnail: a generated picture, how it is shown, and SVG on top of it. */
interface Picture {
  prompt?: string;
  seed?: number;
  transform?: string;
  over?: string;
}

interface Text {
  x?: number;
  y?: number;
  size?: number;
  color?: string;
  outline?: number;
}

const text = (words: string, { x = 60, y = 420, size = 150, color = '#fff', outline = 14 }: Text = {}) =>
  `<text x="${x}" y="${y}" font-family="Anton" font-size="${size}" fill="${color}" stroke="#190a2d" ` +
  `stroke-width="${outline}" paint-order="stroke">${words}</text>`;
const rect = (color: string, opacity: number, place = 'width="1344" height="768"') =>
  `<rect ${place} fill="${color}" opacity="${opacity}"/>`;
const ARROW =
  '<path d="M420 200h200v-50l110 80-110 80v-50h-200z" fill="#f43f5e" stroke="#fff" stroke-width="8"/>';
const LOGO = '<circle cx="100" cy="90" r="56" fill="#22d3ee"/>';

async function render({
  prompt = 'Mountain road trip',
  seed = 1,
  transform = '',
  over = '',
}: Picture): Promise<Pixels> {
  const sketch = drawSketch({
    modelId: 'm',
    prompt,
    negativePrompt: '',
    seed,
    width: WIDTH,
    height: HEIGHT,
  });
  const image = `data:image/svg+xml;base64,${Buffer.from(sketch).toString('base64')}`;
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="160" height="90" viewBox="0 0 ${WIDTH} 756">`,
    `<g transform="${transform}"><image href="${image}" width="${WIDTH}" height="${HEIGHT}"/></g>${over}</svg>`,
  ].join('');
  const { width, height, pixels } = await renderAsync(svg, { font: FONT });
  return { width, height, data: new Uint8ClampedArray(pixels) };
}

const ROCKET = { prompt: 'A rocket to mars' };
const ROBOT = { prompt: 'Robot builds an app' };
const MONEY = { prompt: 'How I earn money' };
const HEADLINE = { over: text('WE MADE IT') };

const NEAR_DUPLICATES: [string, Picture, Picture][] = [
  ['the same picture', HEADLINE, HEADLINE],
  ['brighter', HEADLINE, { over: HEADLINE.over + rect('#fff', 0.12) }],
  ['darker', { ...ROCKET, ...HEADLINE }, { ...ROCKET, over: HEADLINE.over + rect('#000', 0.2) }],
  ['slightly warmer', ROBOT, { ...ROBOT, over: rect('#ff8a3d', 0.1) }],
  ['moved by 4 %', ROCKET, { ...ROCKET, transform: 'translate(54 0)' }],
  ['enlarged by 10 %', MONEY, { ...MONEY, transform: 'translate(-66 -38) scale(1.1)' }],
  ['another digit', { over: text('7 DAYS ALONE') }, { over: text('8 DAYS ALONE') }],
  ['another word', { ...ROBOT, over: text('I QUIT') }, { ...ROBOT, over: text('I FAIL') }],
  [
    'another color of the words',
    { ...ROCKET, over: text('MARS') },
    { ...ROCKET, over: text('MARS', { color: '#ffd23f' }) },
  ],
  ['words moved a little', HEADLINE, { over: text('WE MADE IT', { x: 90, y: 450 }) }],
  [
    'larger words of another color',
    { ...MONEY, over: text('RICH?') },
    { ...MONEY, over: text('RICH?', { size: 200, color: '#ffd23f' }) },
  ],
  ['no outline', { ...ROBOT, over: text('AI WINS') }, { ...ROBOT, over: text('AI WINS', { outline: 0 }) }],
  [
    'with an arrow and a logo, moved',
    HEADLINE,
    { transform: 'translate(30 0)', over: HEADLINE.over + ARROW + LOGO },
  ],
  ['with a logo', { ...ROCKET, ...HEADLINE }, { ...ROCKET, over: HEADLINE.over + LOGO }],
  ['with a small line', MONEY, { ...MONEY, over: text('part two', { y: 700, size: 60 }) }],
];

const LEFT = text('NEVER', { size: 260, color: '#ffd23f' });
const RIGHT = text('AGAIN', { x: 640, size: 260, color: '#f43f5e' });
const DIFFERENT: [string, Picture, Picture][] = [
  ['a road and a rocket', {}, ROCKET],
  ['a road and a robot', HEADLINE, { ...ROBOT, ...HEADLINE }],
  ['a road and money', {}, MONEY],
  ['a rocket and a robot', ROCKET, ROBOT],
  ['a rocket and money', { ...ROCKET, ...HEADLINE }, { ...MONEY, ...HEADLINE }],
  ['a robot and money', ROBOT, MONEY],
  ['food and a game', { prompt: 'Best pizza recipe' }, { prompt: 'Gaming minecraft boss' }],
  ['a city and a forest', { prompt: 'Tokyo city at night' }, { prompt: 'Forest cabin' }],
  ['the same robot, near and far', ROBOT, { ...ROBOT, transform: 'translate(-1100 -380) scale(2)' }],
  [
    'the same road, mirrored, with other words',
    { over: LEFT },
    { transform: 'translate(1344 0) scale(-1 1)', over: RIGHT },
  ],
  [
    'the same rocket with other words on a plate',
    { ...ROCKET, over: LEFT },
    { ...ROCKET, over: rect('#ffd23f', 1, 'width="700" height="768"') + RIGHT },
  ],
  ['money, once on white', MONEY, { ...MONEY, over: rect('#fff', 0.85) + LEFT }],
  ['a road with a large box', {}, { over: rect('#f43f5e', 1, 'x="60" y="60" width="700" height="640"') }],
  ['a robot in red', { ...ROBOT, over: LEFT }, { ...ROBOT, over: rect('#e11d48', 0.6) + RIGHT }],
  [
    'a rocket half covered',
    ROCKET,
    { ...ROCKET, over: rect('#fff', 1, 'x="672" width="672" height="768"') + RIGHT },
  ],
];

const findWarned = async (pairs: readonly [string, Picture, Picture][]) => {
  const warned = await Promise.all(
    pairs.map(async ([name, a, b]) => areTooSimilar(await render(a), await render(b)) && name),
  );
  return warned.filter((name) => name !== false);
};

describe('two finished thumbnails', () => {
  it('are too similar for a test if they are nearly the same: all of 15 labelled pairs', async () => {
    expect(await findWarned(NEAR_DUPLICATES)).toEqual(NEAR_DUPLICATES.map(([name]) => name));
  });

  it('are not if they are clearly different: at most one of 15 labelled pairs', async () => {
    expect((await findWarned(DIFFERENT)).length).toBeLessThanOrEqual(1);
  });

  it('are too similar if both are plain, unless their colors differ', async () => {
    const plain = (color: string) => ({ over: rect(color, 1) });
    expect(await findWarned([['same', plain('#333'), plain('#444')]])).toEqual(['same']);
    expect(await findWarned([['other', plain('#e11d48'), plain('#2563eb')]])).toEqual([]);
  });
});
