import { darken, lighten, mix } from './color.ts';
import { sky } from './sky.ts';
import type { Scene, Stage } from './stage.ts';
import { type Point, polygon } from './svg.ts';
import { birds, pineRow, ridge } from './terrain.ts';

/** Layers of mountains in the mist, one great peak with snow, and pines in front. */
export const mountains: Scene = {
  words: [
    'mountain',
    'hill',
    'peak',
    'hike',
    'hiking',
    'climb',
    'everest',
    'alp',
    'valley',
    'landscape',
    'travel',
    'adventure',
    'journey',
    'nature',
    'camping',
    'snow',
    'survive',
    'survival',
    'volcano',
    'dragon',
    'world',
  ],
  moods: ['dusk', 'dawn', 'rose', 'arctic', 'golden', 'night'],
  draw(stage) {
    const { paper, mood, unit } = stage;
    const floor = paper.height;
    return [
      sky(stage),
      ridge(stage, { base: floor * 0.58, reach: unit * 24, roughness: 0.58, depth: 0.12 }),
      peak(stage, floor * 0.9),
      ridge(stage, { base: floor * 0.72, reach: unit * 22, roughness: 0.54, depth: 0.45 }),
      birds(stage, floor * 0.3),
      ridge(stage, { base: floor * 0.82, reach: unit * 15, roughness: 0.5, depth: 0.68 }),
      pineRow(stage, {
        base: floor * 0.93,
        height: unit * 13,
        gap: unit * 4.6,
        color: mix(mood.near, mood.haze, 0.14),
      }),
      pineRow(stage, { base: floor * 1.02, height: unit * 22, gap: unit * 8, color: mood.near }),
    ].join('');
  },
};

/** One steep mountain, lit from one side, with snow that breaks off along its gullies. */
function peak({ paper, mood, random, x, unit }: Stage, base: number): string {
  const top = base - unit * random.between(60, 70);
  const tip: Point = [x + random.between(-8, 8) * unit, top];
  const spread = unit * random.between(52, 62);
  const rock = mix(mood.haze, mood.near, 0.42);
  const edge = (side: 1 | -1): Point[] =>
    [0.12, 0.26, 0.4, 0.56, 0.74, 1].map((share): Point => [
      tip[0] + side * spread * (share + random.between(-0.025, 0.025)),
      top + (base - top) * share ** 0.92,
    ]);
  const crease = [0.1, 0.22, 0.34, 0.47, 0.62, 0.8, 1].map((share): Point => [
    tip[0] + unit * random.between(-5, 5) * (0.4 + share),
    top + (base - top) * share,
  ]);
  const left = edge(-1);
  const right = edge(1);
  const fade = (color: string) =>
    paper.down({ at: 0, color }, { at: 0.85, color: mix(color, mood.haze, 0.75) });
  return [
    polygon([tip, ...crease, ...left.toReversed()], { fill: fade(lighten(rock, 0.12)) }),
    polygon([tip, ...crease, ...right.toReversed()], { fill: fade(darken(rock, 0.28)) }),
    snow(tip, left, crease, mix(mood.light, mood.glow, 0.12)),
    snow(tip, right, crease, mix(mood.light, rock, 0.42)),
  ].join('');
}

function snow(tip: Point, flank: readonly Point[], crease: readonly Point[], fill: string): string {
  const [a, b, c] = flank;
  const [k, l, m, n] = crease;
  if (!a || !b || !c || !k || !l || !m || !n) return '';
  const toward = (from: Point, to: Point, share: number): Point => [
    from[0] + (to[0] - from[0]) * share,
    from[1] + (to[1] - from[1]) * share,
  ];
  return polygon(
    [
      tip,
      a,
      b,
      toward(c, b, 0.35),
      toward(b, m, 0.25),
      toward(c, n, 0.4),
      toward(b, m, 0.6),
      toward(m, n, 0.75),
      m,
      l,
      k,
    ],
    { fill, opacity: 0.94 },
  );
}
