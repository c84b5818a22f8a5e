import { darken, lighten, mix } from './color.ts';
import { type Scene, type Stage, subject } from './stage.ts';
import { circle, ellipse, group, path, type Point, polygon, polyline, rect } from './svg.ts';

/** Bars that climb, an arrow that climbs faster, and coins. */
export const growth: Scene = {
  words: [
    'money',
    'grow',
    'growth',
    'business',
    'stock',
    'crypto',
    'bitcoin',
    'invest',
    'investing',
    'rich',
    'million',
    'millionaire',
    'subscriber',
    'sub',
    'view',
    'viral',
    'channel',
    'youtube',
    'algorithm',
    'sale',
    'marketing',
    'market',
    'economy',
    'income',
    'passive',
    'dollar',
    'price',
    'profit',
    'success',
    'earn',
    'earning',
    'finance',
    'bank',
    'trading',
    'chart',
    'follower',
    'tip',
    'hack',
  ],
  moods: ['night', 'arctic', 'neon', 'golden', 'emerald'],
  draw(stage) {
    const { paper, mood, x, unit } = stage;
    const deep = darken(mix(mood.sky[0], mood.near, 0.4), 0.2);
    return [
      paper.wash(
        paper.aslant(
          { at: 0, color: darken(deep, 0.4) },
          { at: 0.7, color: mix(deep, mood.sky[1], 0.8) },
          { at: 1, color: mix(mood.sky[1], mood.sky[2], 0.4) },
        ),
      ),
      grid(stage),
      paper.glow(x + unit * 16, paper.height * 0.36, unit * 74, mood.accent, 0.36),
      subject({ ...stage, ground: paper.height * 0.82, unit: unit * 0.86 }, chart(stage)),
    ].join('');
  },
};

function grid({ paper, mood, unit }: Stage): string {
  const step = unit * 8;
  const lines: string[] = [];
  for (let x = step / 2; x < paper.width; x += step) lines.push(`M${x} 0V${paper.height}`);
  for (let y = step / 2; y < paper.height; y += step) lines.push(`M0 ${y}H${paper.width}`);
  return path(lines.join(''), { fill: 'none', stroke: mood.haze, 'stroke-width': 1, opacity: 0.16 });
}

function chart(stage: Stage): string {
  const { paper, mood, random } = stage;
  const count = 6;
  const heights = random.times(
    count,
    (nth) => 9 + 44 * ((nth + 1) / count) ** 1.7 + random.between(-2.5, 2.5),
  );
  const bars = heights.map((height, nth) => bar(stage, -40 + nth * 14, height, nth / (count - 1)));
  const points = heights.map((height, nth): Point => [
    -40 + nth * 14 + 4,
    -height - 9 - random.between(-1, 2),
  ]);
  const [tipX, tipY] = [points.at(-1)?.[0] ?? 0, points.at(-1)?.[1] ?? 0];
  const shaft = `${polyline([[-50, -10], ...points])}L${tipX + 7} ${tipY - 12}`;
  const line = { fill: 'none', 'stroke-linejoin': 'round', 'stroke-linecap': 'round' };
  const ink = paper.across(
    { at: 0, color: mood.counter },
    { at: 0.5, color: mood.accent },
    { at: 1, color: lighten(mood.accent, 0.5) },
  );
  return [
    ellipse(-1, 0.6, 58, 4, { fill: '#000000', opacity: 0.35 }),
    ...bars,
    path(shaft, {
      ...line,
      stroke: '#000000',
      'stroke-width': 4.2,
      opacity: 0.28,
      transform: 'translate(0.8 1.8)',
    }),
    path(shaft, { ...line, stroke: mood.accent, 'stroke-width': 7, opacity: 0.16 }),
    path(shaft, { ...line, stroke: ink, 'stroke-width': 3.2 }),
    paper.glow(tipX + 8, tipY - 14, 22, mood.accent, 0.8),
    polygon(
      [
        [tipX + 12.5, tipY - 21],
        [tipX + 13.5, tipY - 8.6],
        [tipX + 7, tipY - 11.4],
        [tipX + 0.4, tipY - 13.4],
      ],
      {
        fill: lighten(mood.accent, 0.45),
        stroke: lighten(mood.accent, 0.45),
        'stroke-width': 1.6,
        'stroke-linejoin': 'round',
      },
    ),
    coins(-52, 4),
    coins(51, random.whole(5, 8)),
    ...random.times(6, () => flyingCoin(stage)),
  ].join('');
}

function bar({ paper, mood }: Stage, x: number, height: number, share: number): string {
  const color = mix(mood.counter, mood.accent, share);
  const depth = 2.4;
  return group(
    {},
    polygon(
      [
        [x + 9, -height],
        [x + 9 + depth, -height - depth * 0.7],
        [x + 9 + depth, 0],
        [x + 9, 0.6],
      ],
      { fill: darken(color, 0.55) },
    ),
    polygon(
      [
        [x, -height],
        [x + depth, -height - depth * 0.7],
        [x + 9 + depth, -height - depth * 0.7],
        [x + 9, -height],
      ],
      { fill: lighten(color, 0.5) },
    ),
    rect(x, -height, 9, height + 0.6, {
      fill: paper.down(
        { at: 0, color: lighten(color, 0.14) },
        { at: 1, color: darken(mix(color, mood.sky[0], 0.55), 0.1) },
      ),
    }),
    rect(x + 1, -height + 1, 1.1, height - 2, { rx: 0.5, fill: '#ffffff', opacity: 0.22 }),
  );
}

const GOLD = { face: '#ffd34d', rim: '#d8901a', edge: '#9c5f0c' } as const;

function coins(x: number, count: number): string {
  return Array.from({ length: count }, (_, nth) => {
    const y = -1.6 - nth * 2.5;
    const shift = Math.sin(nth * 2.3) * 0.6;
    return [
      path(`M${x - 7 + shift} ${y}v2.2a7 2.3 0 0 0 14 0v-2.2Z`, {
        fill: nth % 2 === 0 ? GOLD.rim : GOLD.edge,
      }),
      ellipse(x + shift, y, 7, 2.3, { fill: GOLD.face }),
      ellipse(x + shift, y, 4.8, 1.5, { fill: 'none', stroke: GOLD.rim, 'stroke-width': 0.5 }),
    ].join('');
  }).join('');
}

function flyingCoin({ random }: Stage): string {
  const size = random.between(2.2, 4.4);
  return group(
    {
      transform: `translate(${random.between(-52, 58).toFixed(1)} ${random.between(-72, -34).toFixed(1)}) rotate(${random.between(-40, 40).toFixed(0)})`,
      opacity: 0.92,
    },
    ellipse(size * 0.18, 0, size * random.between(0.5, 0.95), size, { fill: GOLD.edge }),
    ellipse(0, 0, size * 0.8, size, { fill: GOLD.face }),
    ellipse(0, 0, size * 0.55, size * 0.7, { fill: 'none', stroke: GOLD.rim, 'stroke-width': size * 0.14 }),
    circle(-size * 0.25, -size * 0.4, size * 0.14, { fill: '#fff6d8' }),
  );
}
