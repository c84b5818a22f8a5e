import { darken, lighten, mix } from './color.ts';
import { type Scene, type Stage, subject } from './stage.ts';
import { circle, ellipse, group, path, rect } from './svg.ts';

/** A machine that looks at you, before the traces it thinks along. */
export const robot: Scene = {
  words: [
    'robot',
    'ai',
    'artificial',
    'intelligence',
    'chatgpt',
    'gpt',
    'machine',
    'android',
    'cyborg',
    'bot',
    'agent',
    'automation',
    'neural',
    'llm',
    'midjourney',
    'claude',
    'gemini',
    'model',
    'terminator',
    'singularity',
  ],
  moods: ['night', 'neon', 'arctic', 'crimson', 'dusk'],
  draw(stage) {
    const { paper, mood, x, unit } = stage;
    const deep = darken(mood.sky[0], 0.2);
    return [
      paper.wash(
        paper.aslant(
          { at: 0, color: darken(deep, 0.4) },
          { at: 0.6, color: mix(deep, mood.sky[1], 0.8) },
          { at: 1, color: mix(deep, mood.sky[2], 0.35) },
        ),
      ),
      traces(stage),
      paper.glow(x, paper.height * 0.5, unit * 72, mix(mood.sky[2], mood.accent, 0.4), 0.7),
      subject({ ...stage, ground: paper.height }, machine(stage)),
    ].join('');
  },
};

/** Conductors that leave the head, bend once, and end in a pad. */
function traces({ paper, mood, random, x, unit }: Stage): string {
  const pads: string[] = [];
  const lines = random.times(44, (nth) => {
    const side = nth % 2 === 0 ? -1 : 1;
    const y = paper.height * random.between(0.05, 0.9);
    const run = unit * random.between(20, 42) * side;
    const bend = unit * random.between(4, 14) * (random.chance(0.5) ? 1 : -1);
    const end = unit * random.between(6, 46) * side;
    const [endX, endY] = [x + run + Math.abs(bend) * side + end, y + bend];
    pads.push(circle(endX, endY, unit * random.between(0.5, 1), {}));
    return `M${x} ${y}h${run}l${Math.abs(bend) * side} ${bend}h${end}`;
  });
  return group(
    { opacity: 0.4 },
    path(lines.join(''), {
      fill: 'none',
      stroke: mood.accent,
      'stroke-width': unit * 0.3,
      'stroke-linejoin': 'round',
    }),
    group({ fill: mood.accent }, ...pads),
  );
}

function machine({ paper, mood, random }: Stage): string {
  const metal = paper.aslant(
    { at: 0, color: '#f3f6fc' },
    { at: 0.45, color: '#b7c1d6' },
    { at: 1, color: '#4a546e' },
  );
  const dark = paper.down({ at: 0, color: '#1b2338' }, { at: 1, color: '#070a13' });
  const eyes = random.pick(['round', 'narrow'] as const);
  const eye = (x: number) =>
    [
      paper.glow(x, -56, 17, mood.accent, 0.9),
      eyes === 'round'
        ? circle(x, -56, 5, { fill: lighten(mood.accent, 0.2) }) + circle(x, -56, 2.6, { fill: '#ffffff' })
        : rect(x - 6, -58.4, 12, 4.8, { rx: 2.4, fill: lighten(mood.accent, 0.2) }) +
          rect(x - 4.4, -57, 8.8, 2, { rx: 1, fill: '#ffffff' }),
    ].join('');
  const teeth = random.times(7, (nth) => {
    const height = random.between(1.2, 4.6);
    return rect(-8.4 + nth * 2.5, -40 - height / 2, 1.6, height, { rx: 0.8, fill: mood.accent });
  });
  const rim = mix(mood.counter, '#ffffff', 0.1);
  return [
    ellipse(0, -2, 50, 5, { fill: '#000000', opacity: 0.4 }),
    path('M-48 4C-46 -12 -34 -18 -20 -20H20C34 -18 46 -12 48 4Z', { fill: metal }),
    path('M-22 -19.6L-12 4H12L22 -19.6Z', { fill: dark }),
    circle(0, -9, 4.4, { fill: mood.counter, stroke: '#dfe6f4', 'stroke-width': 1 }),
    paper.glow(0, -9, 14, mood.counter, 0.8),
    rect(-9, -30, 18, 11, { fill: dark }),
    ...[-28, -25, -22].map((y) => rect(-10, y, 20, 1.2, { rx: 0.6, fill: '#6b7690' })),
    rect(-30.4, -63, 7, 16, { rx: 3, fill: darken(rim, 0.25) }),
    rect(23.4, -63, 7, 16, { rx: 3, fill: darken(rim, 0.25) }),
    path('M0 -76V-87', { stroke: '#9aa6bf', 'stroke-width': 1.6 }),
    paper.glow(0, -89, 14, mood.counter, 0.9),
    circle(0, -89, 2.7, { fill: lighten(mood.counter, 0.35) }),
    path(
      'M-26 -66C-26 -74 -20 -78 -10 -78H10C20 -78 26 -74 26 -66V-42C26 -33 20 -29 10 -29H-10C-20 -29 -26 -33 -26 -42Z',
      { fill: metal },
    ),
    path(
      'M-22 -63C-22 -68 -19 -70 -14 -70H14C19 -70 22 -68 22 -63V-48C22 -45 20 -43.6 17 -43.6L10 -34H-10L-17 -43.6C-20 -43.6 -22 -45 -22 -48Z',
      { fill: dark },
    ),
    path('M-20 -74.6C-14 -76.6 -4 -77 4 -77', {
      fill: 'none',
      stroke: '#ffffff',
      'stroke-width': 1.1,
      'stroke-linecap': 'round',
      opacity: 0.8,
    }),
    eye(-10.5),
    eye(10.5),
    ...teeth,
    path('M26 -66V-42C26 -33 20 -29 10 -29', { fill: 'none', stroke: rim, 'stroke-width': 1, opacity: 0.9 }),
  ].join('');
}
