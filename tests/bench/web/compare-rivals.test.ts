import { renderAsync } from '@resvg/resvg-js';
import { describe, expect, it } from 'vitest';
import { FONT } from '../../../local/emulators/bedrock/sketch/sketch.ts';
import {
  findResemblance,
  type Look,
  type Resemblance,
} from '../../../web/src/features/finish/preview/compare-rivals.ts';

/** A drawn thumbnail: a sky, a ground, a light, a person and words. */
interface Scene {
  sky?: string;
  ground?: string;
  /** The middle of the light. Absent for a scene without a light. */
  light?: [x: number, y: number, color?: string];
  /** The middle of the person. Absent for a scene without a person. */
  person?: [x: number, shirt?: string];
  words?: [text: string, x: number, y: number, color?: string];
  /** SVG on top of everything. */
  over?: string;
}

function draw({ sky = '#d97706', ground = '#451a03', light, person, words, over = '' }: Scene): string {
  const [x, shirt = '#0f766e'] = person ?? [];
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" width="160" height="90" viewBox="0 0 1280 720">',
    `<rect width="1280" height="720" fill="${sky}"/><rect y="520" width="1280" height="200" fill="${ground}"/>`,
    light ? `<circle cx="${light[0]}" cy="${light[1]}" r="120" fill="${light[2] ?? '#fef3c7'}"/>` : '',
    x === undefined
      ? ''
      : `<rect x="${x - 170}" y="520" width="340" height="300" rx="90" fill="${shirt}"/>` +
        `<circle cx="${x}" cy="400" r="140" fill="#c68642" stroke="#fff" stroke-width="12"/>`,
    words
      ? `<text x="${words[1]}" y="${words[2]}" font-family="Anton" font-size="150" fill="${words[3] ?? '#fff'}">${words[0]}</text>`
      : '',
    `${over}</svg>`,
  ].join('');
}

async function look(scene: Scene): Promise<Look> {
  const { width, height, pixels } = await renderAsync(draw(scene), { font: FONT });
  const face = scene.person ? { x: scene.person[0] / 1_280, y: 400 / 720 } : 'none';
  return { pixels: { width, height, data: new Uint8ClampedArray(pixels) }, face };
}

const CASTLE: Scene = { light: [950, 200], person: [300], words: ['100 DAYS', 60, 190] };
const NIGHT: Scene = { sky: '#1e1b4b', ground: '#020617', light: [980, 180, '#c7d2fe'], person: [320] };
const GRASS: Scene = { sky: '#7dd3fc', ground: '#15803d', person: [960, '#dc2626'], words: ['VS', 120, 300] };
const STUDIO: Scene = { sky: '#6b7280', ground: '#374151', person: [640, '#111827'] };
const SNOW: Scene = { sky: '#f1f5f9', ground: '#ffffff', person: [900, '#0ea5e9'] };

const SIMILAR: [string, Scene, Scene][] = [
  ['the same thumbnail', CASTLE, CASTLE],
  ['another number of days', CASTLE, { ...CASTLE, words: ['24 HOURS', 60, 190] }],
  ['another shirt', CASTLE, { ...CASTLE, person: [300, '#1d4ed8'] }],
  ['the person a step aside', CASTLE, { ...CASTLE, person: [380] }],
  ['a lower light', CASTLE, { ...CASTLE, light: [1000, 280] }],
  [
    'another sky, shirt and words',
    CASTLE,
    { ...CASTLE, sky: '#ea580c', person: [340, '#7c3aed'], words: ['I LIVED HERE', 40, 200] },
  ],
  ['no words', CASTLE, { light: [950, 200], person: [300] }],
  ['with a logo', CASTLE, { ...CASTLE, over: '<circle cx="1190" cy="90" r="56" fill="#e11d48"/>' }],
  ['the same night', NIGHT, { ...NIGHT, words: ['ALONE', 60, 190] }],
  ['a darker night', NIGHT, { ...NIGHT, sky: '#0f172a' }],
  [
    'a night with a nearer moon and a title',
    NIGHT,
    { ...NIGHT, light: [940, 220, '#e0e7ff'], words: ['LOST', 80, 180] },
  ],
  ['the same field', GRASS, { ...GRASS, person: [900, '#b91c1c'] }],
  ['a field with another word', GRASS, { ...GRASS, words: ['GO', 140, 310] }],
  ['the same studio, brighter', STUDIO, { ...STUDIO, sky: '#9ca3af', person: [720, '#1f2937'] }],
  ['the same snow', SNOW, { ...SNOW, person: [850, '#0284c7'] }],
];

const DIFFERENT: [string, Scene, Scene][] = [
  ['a castle and a night', CASTLE, NIGHT],
  ['a castle and a field', CASTLE, GRASS],
  ['a castle and a studio', CASTLE, STUDIO],
  ['a castle and snow', CASTLE, SNOW],
  ['a night and a field', NIGHT, GRASS],
  ['a night and a studio', NIGHT, STUDIO],
  ['a night and snow', NIGHT, SNOW],
  ['a field and a studio', GRASS, STUDIO],
  ['a field and snow', GRASS, SNOW],
  ['a studio and snow', STUDIO, SNOW],
  ['the person on the other side', CASTLE, { ...CASTLE, light: [300, 200], person: [980] }],
  ['a cold sky', CASTLE, { ...CASTLE, sky: '#2563eb', ground: '#172554' }],
  ['a green castle', CASTLE, { ...CASTLE, sky: '#4ade80', ground: '#14532d', words: ['GREEN', 700, 650] }],
  [
    'a plate over the half',
    NIGHT,
    { ...NIGHT, over: '<rect x="640" width="640" height="720" fill="#facc15"/>' },
  ],
  ['a field without a person', GRASS, { sky: '#7dd3fc', ground: '#15803d', words: ['FOREVER', 500, 420] }],
];

const listClose = async (pairs: readonly [string, Scene, Scene][]) => {
  const found = await Promise.all(
    pairs.map(async ([name, a, b]) => findResemblance(await look(a), await look(b)) && name),
  );
  return found.filter((name) => name !== undefined);
};

describe('a rival', () => {
  it('is close if it looks the same at a glance: all of 15 labelled pairs', async () => {
    expect(await listClose(SIMILAR)).toEqual(SIMILAR.map(([name]) => name));
  });

  it('is not close if it looks different: none of 15 labelled pairs', async () => {
    expect(await listClose(DIFFERENT)).toEqual([]);
  });

  it.each<[string, Scene, Resemblance]>([
    [
      'a warm picture',
      { light: [950, 200], person: [300] },
      {
        common: 'face on the left, warm colours, light on the right',
        advice: 'Move the face, or try colder colours',
      },
    ],
    [
      'a dark picture',
      NIGHT,
      {
        common: 'face on the left, cold colours, a dark picture',
        advice: 'Move the face, or try warmer colours',
      },
    ],
    [
      'a picture without a face',
      { sky: '#f8fafc', ground: '#f1f5f9', over: '<rect x="900" y="200" width="300" height="300"/>' },
      {
        common: 'eye-catcher on the right, quiet colours, a bright picture',
        advice: 'Move the eye-catcher, or try stronger colours',
      },
    ],
  ])('says what %s has in common with yours, and what to vary', async (_, scene, expected) => {
    expect(findResemblance(await look(scene), await look(scene))).toEqual(expected);
  });
});
