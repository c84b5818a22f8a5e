import { room } from './backdrop.ts';
import { darken, lighten, mix } from './color.ts';
import { type Scene, type Stage, subject } from './stage.ts';
import { circle, ellipse, group, path, rect } from './svg.ts';

/** A laptop with code on it, a cup that steams, a plant, and the lights of a town in the window. */
export const laptop: Scene = {
  words: [
    'code',
    'coding',
    'programming',
    'programmer',
    'developer',
    'laptop',
    'computer',
    'software',
    'app',
    'javascript',
    'typescript',
    'python',
    'react',
    'web',
    'website',
    'learn',
    'tutorial',
    'course',
    'study',
    'studying',
    'work',
    'office',
    'remote',
    'productivity',
    'notion',
    'macbook',
    'hacker',
    'hacking',
    'aws',
    'cloud',
    'linux',
    'startup',
    'saas',
    'writing',
    'editing',
    'tech',
  ],
  moods: ['night', 'dusk', 'neon', 'arctic', 'golden'],
  draw(stage) {
    const tableTop = stage.paper.height * 0.8;
    return [
      room(stage, tableTop),
      subject(
        { ...stage, ground: tableTop, x: stage.x + stage.unit * 1, unit: stage.unit * 0.86 },
        pane(stage),
        plant(stage),
        machine(stage),
        cup(stage),
      ),
    ].join('');
  },
};

/** A window at night: the town is only circles of light. */
function pane({ paper, mood, random }: Stage): string {
  const lights = random.times(34, () => {
    const y = -24 - random.next() ** 1.8 * 44;
    return circle(random.between(-50, 58), y, random.between(0.7, 2.6), {
      fill: random.pick([mood.accent, mood.counter, mood.glow, mood.light]),
      opacity: random.between(0.12, 0.5),
    });
  });
  const frame = darken(mood.near, 0.2);
  return [
    rect(-54, -76, 116, 66, {
      fill: paper.down(
        { at: 0, color: mood.sky[0] },
        { at: 0.6, color: mood.sky[1] },
        { at: 1, color: mood.sky[2] },
      ),
    }),
    ...lights,
    rect(3.2, -76, 1.8, 66, { fill: frame }),
    rect(-54, -76, 116, 66, { fill: 'none', stroke: frame, 'stroke-width': 2.4 }),
    rect(-58, -11, 124, 3, { fill: darken(frame, 0.3) }),
  ].join('');
}

function machine(stage: Stage): string {
  const { paper, mood } = stage;
  return [
    paper.glow(0, -24, 58, mood.accent, 0.4),
    rect(-35, -46.5, 70, 45, {
      rx: 2.2,
      fill: paper.down({ at: 0, color: '#4a5166' }, { at: 1, color: '#262b3a' }),
    }),
    rect(-33.4, -44.9, 66.8, 41.6, { rx: 1, fill: '#0d1120' }),
    group({ transform: 'translate(-33.4 -44.9)' }, editor(stage)),
    path('M-33.4 -44.9H6L-20 -3.3H-33.4Z', { fill: '#ffffff', opacity: 0.045 }),
    path('M-37 -1.8H37L45 8.6C45.4 10 44.6 10.6 43.6 10.6H-43.6C-44.6 10.6 -45.4 10 -45 8.6Z', {
      fill: paper.down({ at: 0, color: '#59617a' }, { at: 1, color: '#8a93ad' }),
    }),
    path('M-31 -0.6H31L35 5H-35Z', { fill: '#1e2331' }),
    path('M-9 6H9L10 9.6H-10Z', { fill: '#707a94' }),
    path('M-44.6 10.4H44.6L43 12.2H-43Z', { fill: '#2b3040' }),
  ].join('');
}

/** Lines of code, 66.8 by 41.6, indented as code is. */
function editor({ mood, random }: Stage): string {
  const inks = [
    mood.accent,
    mood.counter,
    '#8fa3c8',
    '#e8eefc',
    mix(mood.accent, '#ffffff', 0.4),
    '#9aa7c4',
  ] as const;
  const lines: string[] = [];
  let indent = 0;
  for (let y = 6; y < 39; y += 2.35) {
    lines.push(rect(2.2, y, 1.3, 0.9, { rx: 0.4, fill: '#3a4564' }));
    let x = 6 + indent * 2.6;
    for (let word = random.whole(1, 5); word > 0; word -= 1) {
      const width = random.between(2, 8.5);
      if (x + width > 58) break;
      lines.push(rect(x, y - 0.15, width, 1.2, { rx: 0.6, fill: random.pick(inks), opacity: 0.92 }));
      x += width + 1.1;
    }
    indent = Math.max(0, Math.min(4, indent + random.pick([-1, 0, 0, 1, 1])));
  }
  return [
    rect(0, 0, 66.8, 3.4, { fill: '#1a2036' }),
    ...['#ff5f57', '#febc2e', '#28c840'].map((color, nth) =>
      circle(2.4 + nth * 2.1, 1.7, 0.66, { fill: color }),
    ),
    rect(11, 0.7, 12, 2.7, { rx: 0.5, fill: '#0d1120' }),
    rect(12.6, 1.7, 7, 0.8, { rx: 0.4, fill: mood.accent }),
    ...lines,
    rect(60, 5, 5, 34, { fill: '#ffffff', opacity: 0.03 }),
  ].join('');
}

function cup({ paper, mood }: Stage): string {
  const glaze = lighten(mood.counter, 0.1);
  return group(
    { transform: 'translate(50 9)' },
    ellipse(0, 0.4, 9.5, 1.8, { fill: '#000000', opacity: 0.4 }),
    path('M5.6 -9.6C11.4 -10.4 11.4 -2.6 5 -2.8', {
      fill: 'none',
      stroke: darken(glaze, 0.15),
      'stroke-width': 1.6,
    }),
    path('M-6.4 -12H6.4L5.4 -1.4C5 0.6 -5 0.6 -5.4 -1.4Z', {
      fill: paper.across(
        { at: 0, color: lighten(glaze, 0.25) },
        { at: 0.5, color: glaze },
        { at: 1, color: darken(glaze, 0.4) },
      ),
    }),
    ellipse(0, -12, 6.4, 1.5, { fill: darken(glaze, 0.3) }),
    ellipse(0, -11.8, 5.4, 1.1, { fill: '#2c160c' }),
    path('M-2 -14.5C-4.4 -19 1 -21 -1.6 -26M2.4 -14.5C0.4 -18.4 5.2 -20.4 3 -24.6', {
      fill: 'none',
      stroke: '#ffffff',
      'stroke-width': 0.9,
      'stroke-linecap': 'round',
      opacity: 0.35,
    }),
  );
}

function plant({ paper, random }: Stage): string {
  const leaf = paper.down({ at: 0, color: '#58c08a' }, { at: 1, color: '#15533f' });
  const leaves = random.times(9, (nth) => {
    const turn = (nth - 4) * 17 + random.between(-6, 6);
    const size = random.between(0.8, 1.15);
    return path('M0 0C-4 -7 -3.4 -15 0 -21C3.4 -15 4 -7 0 0Z', {
      fill: leaf,
      transform: `rotate(${turn.toFixed(1)}) scale(${size.toFixed(2)})`,
    });
  });
  return group(
    { transform: 'translate(-51 -2)' },
    group({ transform: 'translate(0 -11)' }, ...leaves),
    path('M-6.6 -12H6.6L5.2 2H-5.2Z', {
      fill: paper.across({ at: 0, color: '#d08b62' }, { at: 1, color: '#7a4228' }),
    }),
    rect(-7.4, -13.4, 14.8, 2.8, { rx: 0.6, fill: '#b06f49' }),
  );
}
