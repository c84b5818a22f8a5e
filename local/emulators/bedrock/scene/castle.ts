import { darken, lighten, mix } from './color.ts';
import { sky } from './sky.ts';
import { type Scene, type Stage, subject } from './stage.ts';
import { path, polygon, rect } from './svg.ts';
import { birds, hill, pineRow, ridge } from './terrain.ts';

/** A castle on its rock, windows lit, flags up. */
export const castle: Scene = {
  words: [
    'castle',
    'kingdom',
    'medieval',
    'knight',
    'king',
    'queen',
    'princess',
    'fortress',
    'palace',
    'tower',
    'fantasy',
    'wizard',
    'magic',
    'throne',
    'minecraft',
    'rpg',
    'quest',
    'build',
    'built',
    'dungeon',
  ],
  moods: ['dusk', 'night', 'rose', 'crimson', 'arctic'],
  draw(stage) {
    const { paper, mood, unit } = stage;
    const floor = paper.height;
    return [
      sky(stage),
      ridge(stage, { base: floor * 0.6, reach: unit * 13, roughness: 0.58, depth: 0.15 }),
      ridge(stage, { base: floor * 0.72, reach: unit * 9, roughness: 0.54, depth: 0.4 }),
      birds(stage, floor * 0.24),
      subject({ ...stage, unit: unit * 0.93 }, rock(stage), ...keep(stage)),
      pineRow(stage, {
        base: floor * 0.97,
        height: unit * 12,
        gap: unit * 5,
        color: mix(mood.near, mood.haze, 0.1),
      }),
      hill(stage, unit * 7),
    ].join('');
  },
};

function rock({ paper, mood }: Stage): string {
  const color = mix(mood.haze, mood.near, 0.7);
  return path('M-66 22C-54 6 -47 -1 -38 -5L-32 -7H31L39 -4C48 1 54 9 70 22Z', {
    fill: paper.down({ at: 0, color }, { at: 1, color: mood.near }),
  });
}

interface Tower {
  x: number;
  half: number;
  height: number;
  /** Drawn behind the walls. */
  far?: boolean;
}

function keep(stage: Stage): string[] {
  const { mood, random } = stage;
  const sway = (value: number) => value + random.between(-3.5, 3.5);
  const towers: Tower[] = [
    { x: -15, half: 3.2, height: sway(43), far: true },
    { x: 14, half: 3, height: sway(38), far: true },
    { x: 1, half: 6.5, height: sway(48), far: true },
    { x: -29, half: 4.4, height: sway(29) },
    { x: 28, half: 4.8, height: sway(32) },
    { x: -9, half: 3.4, height: sway(24) },
    { x: 10, half: 3.4, height: sway(22) },
  ];
  const stone = mix(mood.haze, mood.near, 0.62);
  return [
    ...towers
      .filter(({ far }) => far === true)
      .map((tower) => drawTower(stage, tower, mix(stone, mood.haze, 0.22))),
    wall(stage, -29, 28, 14, stone),
    gate(stage),
    ...towers.filter(({ far }) => far !== true).map((tower) => drawTower(stage, tower, stone)),
  ];
}

function drawTower(stage: Stage, { x, half, height, far = false }: Tower, stone: string): string {
  const { paper, mood, random } = stage;
  const top = -10 - height;
  const shade = paper.across(
    { at: 0, color: mix(lighten(stone, 0.14), mood.glow, 0.22) },
    { at: 0.35, color: stone },
    { at: 1, color: darken(stone, 0.45) },
  );
  const roofHeight = half * random.between(2.7, 3.6);
  const roofColor = mix(mood.counter, mood.near, far ? 0.5 : 0.4);
  const eaves = half * 1.5;
  const roof = paper.across(
    { at: 0, color: lighten(roofColor, 0.2) },
    { at: 0.5, color: roofColor },
    { at: 1, color: darken(roofColor, 0.5) },
  );
  const windows = random.times(far ? 2 : 3, (nth) =>
    random.chance(0.85)
      ? lancet(x + random.between(-0.25, 0.25) * half, top + 5 + nth * 8.5, half * 0.24, mood.accent)
      : '',
  );
  return [
    rect(x - half, top, half * 2, height + (far ? 0 : 7), { fill: shade }),
    battlement(x - half * 1.28, top - 0.8, half * 2.56, shade),
    polygon(
      [
        [x - eaves, top - 2],
        [x, top - 2 - roofHeight],
        [x + eaves, top - 2],
      ],
      { fill: roof },
    ),
    flag(stage, x, top - 2 - roofHeight),
    ...windows,
  ].join('');
}

/** A parapet with its merlons. */
function battlement(x: number, y: number, width: number, fill: string): string {
  const teeth = Math.max(3, Math.round(width / 2.6));
  const step = width / (teeth * 2 - 1);
  const merlons = Array.from(
    { length: teeth },
    (_, nth) => `M${x + nth * 2 * step} ${y}h${step}v-1.7h${-step}Z`,
  );
  return path(`M${x} ${y}h${width}v2.6h${-width}Z${merlons.join('')}`, { fill });
}

function wall({ paper, mood }: Stage, from: number, to: number, height: number, stone: string): string {
  const fill = paper.down(
    { at: 0, color: lighten(stone, 0.06) },
    { at: 1, color: darken(mix(stone, mood.near, 0.4), 0.1) },
  );
  return (
    rect(from, -10 - height, to - from, height + 7, { fill }) +
    battlement(from, -10 - height, to - from, fill)
  );
}

function gate({ paper, mood }: Stage): string {
  return [
    path('M-4.6 -4V-14A4.6 5.4 0 0 1 4.6 -14V-4Z', { fill: darken(mood.near, 0.2) }),
    path('M-3.4 -4V-13.6A3.4 4.2 0 0 1 3.4 -13.6V-4Z', {
      fill: paper.down({ at: 0, color: mood.accent }, { at: 1, color: mood.counter }),
    }),
    paper.glow(0, -9, 15, mood.accent, 0.4),
  ].join('');
}

function lancet(x: number, y: number, half: number, fill: string): string {
  return path(`M${x - half} ${y + 3}v-2.2a${half} ${half * 1.5} 0 0 1 ${half * 2} 0v2.2Z`, { fill });
}

function flag({ mood, random }: Stage, x: number, y: number): string {
  const droop = random.between(-0.5, 0.5);
  return [
    rect(x - 0.2, y - 5, 0.4, 5.6, { fill: mood.near }),
    path(`M${x} ${y - 5}q2.2 ${-0.9 + droop} 3.6 0.3t3 ${droop}l-1 1.4 1 1.2q-1.6 0.4 -3 -0.2t-3.6 -0.2Z`, {
      fill: mood.accent,
    }),
  ].join('');
}
