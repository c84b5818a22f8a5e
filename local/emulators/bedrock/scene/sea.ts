import { darken, lighten, mix } from './color.ts';
import type { Mood } from './mood.ts';
import { type Scene, type Stage, subject } from './stage.ts';
import { sky } from './sky.ts';
import { circle, group, path, rect } from './svg.ts';
import { birds, ridge } from './terrain.ts';

/** A sail before a low sun, the light on the water, and swell in front. */
export const sea: Scene = {
  words: [
    'sea',
    'ocean',
    'beach',
    'island',
    'boat',
    'ship',
    'sail',
    'sailing',
    'pirate',
    'wave',
    'surf',
    'surfing',
    'shark',
    'fishing',
    'fish',
    'lake',
    'underwater',
    'stranded',
    'raft',
    'vacation',
    'tropical',
    'water',
  ],
  moods: ['dusk', 'golden', 'rose', 'dawn', 'noon', 'night'],
  draw(stage) {
    const { paper, mood, unit, random } = stage;
    const horizon = paper.height * 0.62;
    const sunX = stage.x + random.between(-16, 16) * unit;
    return [
      sky(stage, { horizon, disc: false }),
      sun(stage, sunX, horizon),
      ridge(stage, { base: horizon + unit * 1.5, reach: unit * 7, roughness: 0.55, depth: 0.2 }),
      water(stage, horizon),
      glitter(stage, sunX, horizon),
      birds(stage, paper.height * 0.27),
      subject({ ...stage, ground: paper.height * 0.8, x: stage.x - unit * 4 }, boat(mood)),
      ...[0.84, 0.9, 0.965].map((at, nth) => swell(stage, paper.height * at, 0.55 + nth * 0.2)),
    ].join('');
  },
};

function sun({ paper, mood, unit, random }: Stage, x: number, horizon: number): string {
  const r = unit * random.between(13, 17);
  const y = horizon - r * random.between(0.45, 0.95);
  return [
    paper.glow(x, y, unit * 85, mood.glow, 0.95),
    circle(x, y, r * 1.35, { fill: mood.light, opacity: 0.16 }),
    circle(x, y, r, {
      fill: paper.down({ at: 0, color: mood.light }, { at: 1, color: mix(mood.light, mood.glow, 0.7) }),
    }),
  ].join('');
}

function water({ paper, mood }: Stage, horizon: number): string {
  return rect(0, horizon, paper.width, paper.height - horizon, {
    fill: paper.down(
      { at: 0, color: mix(mood.sky[3], mood.haze, 0.35) },
      { at: 0.25, color: mix(mood.sky[2], mood.sky[1], 0.35) },
      { at: 1, color: darken(mood.sky[0], 0.2) },
    ),
  });
}

/** The sun's path on the water: dashes that widen towards us. */
function glitter({ paper, mood, random, unit }: Stage, x: number, horizon: number): string {
  const dashes = random.times(120, () => {
    const depth = random.next() ** 1.25;
    const y = horizon + unit * 0.4 + depth * (paper.height - horizon);
    const half = unit * random.between(0.8, 5) * (0.35 + depth * 1.5);
    const left = x + random.between(-1, 1) * unit * (6 + depth * 24);
    const thick = unit * (0.18 + depth * 0.5);
    return `M${left - half} ${y}Q${left} ${y - thick} ${left + half} ${y}Q${left} ${y + thick} ${left - half} ${y}Z`;
  });
  return path(dashes.join(''), { fill: lighten(mood.glow, 0.45), opacity: 0.72 });
}

/** A two-master under full sail, in units. */
function boat(mood: Mood): string {
  const hull = darken(mood.near, 0.1);
  const canvas = mix(mood.light, mood.glow, 0.25);
  const shadow = mix(canvas, mood.near, 0.38);
  return [
    path('M-1 -9V-52M15 -9V-43', { stroke: hull, 'stroke-width': 0.9, fill: 'none' }),
    path('M-2.2 -50C-10 -40 -16 -27 -19 -13C-13 -15 -7 -15 -2.2 -13.5Z', { fill: shadow }),
    path('M0.4 -50C8 -40 10 -25 9.6 -13C6 -14.5 3 -14.5 0.4 -13.5Z', { fill: canvas }),
    path('M16.2 -41C23 -34 27 -24 27.6 -13C23 -14.5 20 -14.5 16.2 -13.5Z', { fill: canvas }),
    path('M13.8 -40C11.5 -32 11 -22 11.4 -13.4L13.8 -13.6Z', { fill: shadow }),
    path('M-1 -52q3.5 -1.6 6 0.2q-2.5 0.4 -2.2 2.2q-2 -1 -3.8 -0.6Z', { fill: mood.accent }),
    path('M-25 -9.5C-13 -6.8 18 -6.8 32 -11L27 -1.2C24 1.4 -14 1.4 -18 -0.6Z', { fill: hull }),
    path('M-23 -8.2C-12 -5.4 18 -5.4 30.8 -9', {
      fill: 'none',
      stroke: mood.accent,
      'stroke-width': 0.6,
      opacity: 0.8,
    }),
    group({ opacity: 0.34 }, path('M-19 1C-8 5 16 5 27 1C20 10 -10 10 -19 1Z', { fill: hull })),
  ].join('');
}

function swell({ paper, mood, random, unit }: Stage, y: number, depth: number): string {
  const length = unit * random.between(15, 24);
  const lift = unit * random.between(1.6, 2.6);
  let d = `M${-length * random.next()} ${y}`;
  for (let x = 0; x < paper.width + length * 2; x += length)
    d += `q${length * 0.3} ${-lift} ${length * 0.5} 0t${length * 0.5} 0`;
  const color = mix(mood.sky[1], mood.near, depth);
  return path(`${d}V${paper.height + 9}H${-length * 2}Z`, {
    fill: paper.down(
      { at: 0, color: mix(color, mood.glow, 0.2) },
      { at: 0.4, color },
      { at: 1, color: mood.near },
    ),
  });
}
