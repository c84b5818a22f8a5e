import { darken, lighten, mix } from './color.ts';
import { type Scene, type Stage, subject } from './stage.ts';
import { stars } from './sky.ts';
import { circle, ellipse, group, path, rect } from './svg.ts';
import { ridge } from './terrain.ts';

/** A low car before a great striped sun, its light on the wet road. */
export const car: Scene = {
  words: [
    'car',
    'drive',
    'driving',
    'race',
    'racing',
    'supercar',
    'ferrari',
    'lamborghini',
    'tesla',
    'porsche',
    'bmw',
    'road',
    'truck',
    'motorcycle',
    'bike',
    'drift',
    'fast',
    'speed',
    'garage',
    'vehicle',
    'formula',
    'f1',
    'bugatti',
    'highway',
    'trip',
  ],
  moods: ['neon', 'dusk', 'golden', 'crimson', 'night', 'rose'],
  draw(stage) {
    const { paper, mood, unit } = stage;
    const horizon = paper.height * 0.66;
    const [zenith, upper, lower, low] = mood.sky;
    return [
      rect(0, 0, paper.width, horizon, {
        fill: paper.down(
          { at: 0, color: zenith },
          { at: 0.45, color: upper },
          { at: 0.82, color: lower },
          { at: 1, color: low },
        ),
      }),
      stars(stage, 70),
      sun(stage, horizon),
      ridge(stage, { base: horizon + unit * 1.5, reach: unit * 13, roughness: 0.6, depth: 0.5 }),
      road(stage, horizon),
      subject(
        { ...stage, ground: paper.height * 0.86, x: stage.x - unit * 4, unit: unit * 0.95 },
        body(stage),
      ),
    ].join('');
  },
};

function sun({ paper, mood, x, unit }: Stage, horizon: number): string {
  const r = unit * 30;
  const y = horizon - unit * 21;
  // The stripes are gaps between slices of the disc, so that the sky shows through them.
  const slices: string[] = [];
  let top = y - r;
  for (let nth = 0; top < y + r; nth += 1) {
    const gap = unit * (0.35 + nth * 0.32);
    const height = nth === 0 ? r * 0.95 : unit * Math.max(1.4, 5.2 - nth * 0.35);
    const bottom = Math.min(top + height, y + r);
    const half = (at: number) => Math.sqrt(Math.max(0, r * r - (at - y) ** 2));
    slices.push(
      `M${x - half(top)} ${top}A${r} ${r} 0 0 1 ${x + half(top)} ${top}L${x + half(bottom)} ${bottom}A${r} ${r} 0 0 1 ${x - half(bottom)} ${bottom}`,
    );
    slices[nth] =
      nth === 0
        ? `M${x - half(bottom)} ${bottom}A${r} ${r} 0 0 1 ${x + half(bottom)} ${bottom}Z`
        : `M${x - half(top)} ${top}H${x + half(top)}A${r} ${r} 0 0 1 ${x + half(bottom)} ${bottom}H${x - half(bottom)}A${r} ${r} 0 0 1 ${x - half(top)} ${top}Z`;
    top = bottom + gap;
  }
  return [
    paper.glow(x, y, unit * 82, mood.glow, 0.85),
    path(slices.join(''), {
      fill: paper.down(
        { at: 0, color: mix(mood.accent, mood.light, 0.35) },
        { at: 0.55, color: mood.sky[3] },
        { at: 1, color: mood.counter },
      ),
    }),
  ].join('');
}

function road({ paper, mood, random, x, unit }: Stage, horizon: number): string {
  const ground = darken(mix(mood.sky[0], mood.near, 0.4), 0.25);
  const shine = random.times(60, () => {
    const depth = random.next();
    const y = horizon + unit + depth * (paper.height - horizon);
    const length = unit * random.between(4, 22) * (0.4 + depth);
    return `M${x + random.between(-50, 42) * unit} ${y}h${length}v${unit * (0.12 + depth * 0.26)}h${-length}Z`;
  });
  return [
    rect(0, horizon, paper.width, paper.height - horizon, {
      fill: paper.down(
        { at: 0, color: mix(ground, mood.haze, 0.55) },
        { at: 0.3, color: ground },
        { at: 1, color: darken(ground, 0.5) },
      ),
    }),
    ellipse(x, horizon + unit * 3, unit * 62, unit * 9, { fill: mood.glow, opacity: 0.22 }),
    path(shine.join(''), { fill: mood.glow, opacity: 0.26 }),
    path(
      random
        .times(
          7,
          (nth) =>
            `M${(nth / 6.2 - 0.08) * paper.width} ${paper.height * 0.945}h${unit * 15}l${-unit * 2.4} ${unit * 1.5}h${-unit * 15}Z`,
        )
        .join(''),
      { fill: mood.light, opacity: 0.5 },
    ),
  ].join('');
}

/** A coupé from the side, nose to the left, in units. */
function body({ paper, mood, random }: Stage): string {
  const paint = random.pick([mood.counter, mood.accent, '#f4f6fb', '#e8222e', '#1e6bff']);
  const shell = paper.down(
    { at: 0, color: lighten(paint, 0.5) },
    { at: 0.34, color: paint },
    { at: 0.62, color: darken(paint, 0.35) },
    { at: 1, color: darken(paint, 0.75) },
  );
  return [
    ellipse(0, 1, 53, 3.6, { fill: '#000000', opacity: 0.65 }),
    group({ transform: 'translate(0 1.6) scale(1 -0.35)', opacity: 0.16 }, path(SILHOUETTE, { fill: paint })),
    path(SILHOUETTE, { fill: shell }),
    path('M-16 -18.4C-9 -23.6 -3 -25.4 4 -25.4C14 -25.4 21 -23 28 -17.8C14 -16.6 -2 -17 -16 -18.4Z', {
      fill: paper.aslant(
        { at: 0, color: mix(mood.sky[2], '#ffffff', 0.35) },
        { at: 0.4, color: '#141a2c' },
        { at: 1, color: '#05070d' },
      ),
    }),
    path('M4.6 -25.6L7.4 -25.4L9.4 -17H6.2Z', { fill: darken(paint, 0.45) }),
    path('M-49 -9.4C-30 -13.2 20 -14.6 50 -12.4', {
      fill: 'none',
      stroke: '#ffffff',
      'stroke-width': 0.5,
      opacity: 0.55,
    }),
    path('M-20 -4.6H21L19 -2.2H-18Z', { fill: '#05060a', opacity: 0.65 }),
    path('M-8 -16.8C-10 -11 -9 -7 -7 -4.6M21 -16.4C22 -11 20.5 -7 18 -4.6', {
      fill: 'none',
      stroke: darken(paint, 0.7),
      'stroke-width': 0.4,
    }),
    path('M-50.6 -9.4L-42 -11.4L-43 -9.2L-50.4 -7.6Z', { fill: '#ffffff' }),
    paper.glow(-50, -8.6, 20, mood.light, 0.95),
    path('M51.8 -12.6L46 -13.2L46.6 -10.8L52 -10.4Z', { fill: '#ff2d3d' }),
    paper.glow(51, -11.6, 13, '#ff2d3d', 0.8),
    wheel(paper.aslant({ at: 0, color: '#d8dfec' }, { at: 1, color: '#59627a' }), -31),
    wheel(paper.aslant({ at: 0, color: '#d8dfec' }, { at: 1, color: '#59627a' }), 33),
  ].join('');
}

const SILHOUETTE =
  'M-52 -5.6C-52.6 -9 -49 -11.4 -42 -12.8C-34 -14.6 -26 -15.8 -19.6 -18C-11 -24 -3.4 -27 5 -27C16 -27 23 -24.4 31 -18.6C39 -17.8 47 -16.8 51.4 -15C53 -12 53 -8 52 -5C51 -2.4 48 -2 45 -2H-46C-50 -2 -51.6 -3 -52 -5.6Z';

function wheel(rim: string, x: number): string {
  const spokes = Array.from({ length: 5 }, (_, nth) => {
    const angle = (nth / 5) * Math.PI * 2 + 0.3;
    return `M${x} -5.6L${x + Math.cos(angle) * 5.4} ${-5.6 + Math.sin(angle) * 5.4}`;
  });
  return [
    circle(x, -5.6, 9, { fill: '#05060a' }),
    circle(x, -5.6, 8, { fill: '#14161f' }),
    circle(x, -5.6, 5.7, { fill: '#0a0c12', stroke: rim, 'stroke-width': 1.1 }),
    path(spokes.join(''), { stroke: rim, 'stroke-width': 1.5, fill: 'none' }),
    circle(x, -5.6, 1.3, { fill: rim }),
  ].join('');
}
