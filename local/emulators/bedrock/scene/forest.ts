import { darken, lighten, mix } from './color.ts';
import { sky } from './sky.ts';
import { type Scene, type Stage, subject } from './stage.ts';
import { path, polygon, rect } from './svg.ts';
import { hill, pineRow } from './terrain.ts';

/** Rows of conifers that come out of the mist, shafts of light, and a cabin with somebody at home. */
export const forest: Scene = {
  words: [
    'forest',
    'tree',
    'wood',
    'woods',
    'jungle',
    'cabin',
    'camp',
    'bear',
    'wolf',
    'deer',
    'park',
    'garden',
    'rain',
    'haunted',
    'bigfoot',
    'survival',
    'wilderness',
    'alone',
  ],
  moods: ['emerald', 'dawn', 'arctic', 'golden', 'night'],
  draw(stage) {
    const { paper, mood, unit } = stage;
    const floor = paper.height;
    const layer = (base: number, height: number, gap: number, depth: number) =>
      pineRow(stage, {
        base: floor * base,
        height: unit * height,
        gap: unit * gap,
        color: mix(mood.haze, mood.near, depth),
      });
    return [
      sky(stage),
      layer(0.66, 26, 4.4, 0.14),
      mist(stage, 0.6),
      layer(0.75, 36, 6, 0.34),
      shafts(stage),
      mist(stage, 0.7),
      layer(0.86, 46, 12, 0.62),
      mist(stage, 0.8),
      hill(stage, unit * 17, mix(mood.near, mood.haze, 0.12)),
      subject({ ...stage, ground: floor * 0.875 }, cabin(stage)),
      hill(stage, unit * 7.5),
    ].join('');
  },
};

function mist({ paper, mood, unit }: Stage, at: number): string {
  const color = lighten(mood.haze, 0.18);
  return rect(0, paper.height * at - unit * 8, paper.width, unit * 30, {
    fill: paper.down(
      { at: 0, color, opacity: 0 },
      { at: 0.6, color, opacity: 0.42 },
      { at: 1, color, opacity: 0 },
    ),
  });
}

function shafts({ paper, mood, random, x, unit }: Stage): string {
  const beams = random.times(6, () => {
    const top = x + random.between(-34, 30) * unit;
    const wide = unit * random.between(3, 8);
    const lean = unit * random.between(-30, -16);
    return polygon(
      [
        [top, 0],
        [top + wide, 0],
        [top + wide * 2.2 + lean, paper.height * 0.86],
        [top + lean, paper.height * 0.86],
      ],
      {
        fill: paper.down(
          { at: 0, color: mood.light, opacity: 0.3 },
          { at: 1, color: mood.light, opacity: 0 },
        ),
      },
    );
  });
  return beams.join('');
}

function cabin({ paper, mood }: Stage): string {
  const logs = mix(mood.near, mood.counter, 0.16);
  const lamp = paper.down(
    { at: 0, color: lighten(mood.accent, 0.4) },
    { at: 1, color: mix(mood.accent, mood.counter, 0.45) },
  );
  return [
    paper.glow(0, -7, 34, mood.accent, 0.5),
    rect(8.4, -27, 3.4, 10, { fill: darken(logs, 0.35) }),
    rect(-15, -14, 30, 15.5, { fill: logs }),
    ...[-11, -8, -5, -2].map((y) => rect(-15, y, 30, 0.5, { fill: darken(logs, 0.4) })),
    path('M-19.5 -12.4L0 -27L19.5 -12.4L17.6 -10.6L0 -23.4L-17.6 -10.6Z', { fill: darken(mood.near, 0.2) }),
    path('M-16 -12.4L0 -24.2L16 -12.4V-12H-16Z', { fill: darken(logs, 0.2) }),
    rect(-11.2, -10.4, 7, 6, { fill: lamp }),
    rect(-8, -10.4, 0.6, 6, { fill: darken(logs, 0.4) }),
    rect(-11.2, -7.7, 7, 0.6, { fill: darken(logs, 0.4) }),
    rect(1.6, -10.6, 6, 12, { fill: darken(logs, 0.5) }),
    rect(10, -9.6, 3.2, 4.4, { fill: lamp }),
    path('M1.6 1.5H7.6L14 9H-3Z', { fill: mood.accent, opacity: 0.2 }),
  ].join('');
}
