import { room } from './backdrop.ts';
import { darken, lighten, mix } from './color.ts';
import { type Scene, type Stage, subject } from './stage.ts';
import { circle, ellipse, group, path, polygon, rect } from './svg.ts';

/** A battlestation at night: a wide screen with a world in it, lit panels on the wall, a glowing tower. */
export const gaming: Scene = {
  words: [
    'gaming',
    'gamer',
    'game',
    'setup',
    'pc',
    'esport',
    'stream',
    'streamer',
    'twitch',
    'console',
    'playstation',
    'xbox',
    'nintendo',
    'fortnite',
    'roblox',
    'keyboard',
    'monitor',
    'rgb',
    'headset',
    'headphone',
    'controller',
    'neon',
    'gpu',
    'battlestation',
    'speedrun',
    'room',
    'desk',
  ],
  moods: ['neon', 'neon', 'arctic', 'dusk', 'night'],
  draw(stage) {
    const tableTop = stage.paper.height * 0.79;
    return [
      room(stage, tableTop),
      subject(
        { ...stage, ground: tableTop, x: stage.x - stage.unit * 3, unit: stage.unit * 0.82 },
        panels(stage),
        tower(stage),
        monitor(stage),
        desk(stage),
      ),
    ].join('');
  },
};

/** Hexagons of light, in a loose cluster. */
function panels({ paper, mood, random }: Stage): string {
  const cells = [
    [-28, -72],
    [-18.4, -66.5],
    [-18.4, -77.5],
    [-8.8, -72],
    [37, -72],
    [46.6, -66.5],
    [46.6, -77.5],
    [56.2, -72],
  ] as const;
  return cells
    .map(([x, y]) => {
      const color = random.pick([mood.accent, mood.counter, mix(mood.accent, mood.counter, 0.5)]);
      const corners = random.times(
        6,
        (nth) => [x + Math.cos((nth * Math.PI) / 3) * 5.2, y + Math.sin((nth * Math.PI) / 3) * 5.2] as const,
      );
      return (
        paper.glow(x, y, 15, color, 0.42) +
        polygon(corners, {
          fill: paper.outwards(
            [0.5, 0.5],
            { at: 0, color: lighten(color, 0.45) },
            { at: 0.9, color: darken(color, 0.12) },
          ),
        })
      );
    })
    .join('');
}

function monitor(stage: Stage): string {
  const { paper, mood } = stage;
  return [
    paper.glow(0, -28, 62, mood.counter, 0.5),
    path('M-5 -10H5L7 -1.4H-7Z', { fill: '#12141d' }),
    rect(-12, -1.6, 24, 1.6, { rx: 0.8, fill: '#1b1e2a' }),
    rect(-37, -52, 74, 43.5, { rx: 1.8, fill: '#0a0b12', stroke: '#2a2e3f', 'stroke-width': 0.6 }),
    group({ transform: 'translate(-35.4 -50.4)' }, world(stage)),
    path('M-35.4 -50.4H8L-14 -10.2H-35.4Z', { fill: '#ffffff', opacity: 0.05 }),
  ].join('');
}

/** The game on the screen, 70.8 by 40: a striped sun over a grid that runs to the horizon. */
function world({ paper, mood, random }: Stage): string {
  const horizon = 24.5;
  const peaks = random.times(
    15,
    (nth) =>
      [nth * 5.06, horizon - (nth % 2 === 0 ? random.between(0, 1.5) : random.between(3, 8.5))] as const,
  );
  const lines = [0.06, 0.16, 0.32, 0.55, 0.84].map((at) => `M0 ${horizon + at * 15.6}H70.8`);
  const rails = random.times(
    17,
    (nth) =>
      `M${35.4 + (nth - 8) * 1.6} ${horizon}L${Math.max(0, Math.min(70.8, 35.4 + (nth - 8) * 9.4))} ${Math.abs(nth - 8) > 3.7 ? horizon + (15.6 * (35.4 - Math.abs(nth - 8) * 1.6)) / (Math.abs(nth - 8) * 7.8) : 40.1}`,
  );
  const stripes = [13.5, 16.4, 18.9, 21, 22.8].map((y, nth) =>
    rect(18, y, 36, 0.45 + nth * 0.24, { fill: mix(mood.sky[1], mood.sky[2], 0.55) }),
  );
  return [
    rect(0, 0, 70.8, 40.1, {
      fill: paper.down(
        { at: 0, color: mood.sky[0] },
        { at: 0.4, color: mood.sky[1] },
        { at: 0.62, color: mood.sky[2] },
        { at: 0.63, color: darken(mood.sky[0], 0.3) },
        { at: 1, color: mood.sky[0] },
      ),
    }),
    circle(35.4, 17, 10.8, {
      fill: paper.down(
        { at: 0, color: lighten(mood.accent, 0.6) },
        { at: 0.5, color: mood.sky[3] },
        { at: 1, color: mood.counter },
      ),
    }),
    ...stripes,
    polygon([[0, horizon], ...peaks, [70.8, horizon]], { fill: mix(mood.sky[1], mood.near, 0.6) }),
    rect(0, horizon, 70.8, 15.6, { fill: darken(mood.sky[0], 0.15) }),
    path([...lines, ...rails].join(''), {
      fill: 'none',
      stroke: mood.accent,
      'stroke-width': 0.22,
      opacity: 0.85,
    }),
    rect(0, horizon - 0.15, 70.8, 0.4, { fill: lighten(mood.accent, 0.5) }),
  ].join('');
}

function tower({ paper, mood }: Stage): string {
  const fan = (y: number) =>
    [
      paper.glow(51, y, 11, mood.accent, 0.5),
      circle(51, y, 4.4, { fill: '#0c0e16', stroke: mood.accent, 'stroke-width': 0.9 }),
      circle(51, y, 3, { fill: 'none', stroke: mood.counter, 'stroke-width': 0.5 }),
      circle(51, y, 1, { fill: mood.accent }),
    ].join('');
  return [
    ellipse(51, 0.8, 14, 2, { fill: mood.accent, opacity: 0.25 }),
    rect(43, -40, 17, 40, {
      rx: 1.2,
      fill: paper.across({ at: 0, color: '#1c2030' }, { at: 1, color: '#0a0b12' }),
      stroke: '#343a50',
      'stroke-width': 0.4,
    }),
    ...[-33, -21.5, -10].map(fan),
  ].join('');
}

function desk({ paper, mood, random }: Stage): string {
  const keys: string[] = [];
  for (let row = 0; row < 4; row += 1) {
    for (let column = 0; column < 15; column += 1) {
      const color = mix(
        mood.accent,
        mood.counter,
        Math.min(1, Math.max(0, column / 14 + random.between(-0.12, 0.12))),
      );
      keys.push(
        rect(-20.6 + column * 2.5 - row * 0.35, 5.1 + row * 1.75, 2, 1.3, {
          rx: 0.25,
          fill: color,
          opacity: 0.9,
        }),
      );
    }
  }
  return [
    path('M-27 3.4H31L35 15H-31Z', { fill: '#05060b', opacity: 0.55 }),
    paper.glow(-2, 9, 30, mood.counter, 0.3),
    path('M-22.4 4.2H18.6L19.6 12.8H-24.4Z', { fill: '#0d0f18', stroke: '#2c3146', 'stroke-width': 0.3 }),
    ...keys,
    path('M24 5.4C24 3.6 29 3.6 29.4 5.6L30.6 11C30.8 13.4 24.6 13.4 24.6 11Z', {
      fill: '#161926',
      stroke: mood.accent,
      'stroke-width': 0.35,
    }),
    rect(26.6, 5, 0.8, 2.2, { rx: 0.4, fill: mood.accent }),
  ].join('');
}
