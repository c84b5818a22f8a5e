import { darken, lighten, mix } from './color.ts';
import { sky } from './sky.ts';
import type { Scene, Stage } from './stage.ts';
import { path, rect } from './svg.ts';

/** A skyline across the water, three rows deep, its windows lit and mirrored. */
export const city: Scene = {
  words: [
    'city',
    'skyline',
    'downtown',
    'urban',
    'street',
    'tokyo',
    'york',
    'nyc',
    'london',
    'dubai',
    'paris',
    'building',
    'skyscraper',
    'cyberpunk',
    'future',
    'futuristic',
    'metropolis',
    'apartment',
    'batman',
    'hero',
  ],
  moods: ['night', 'neon', 'dusk', 'golden', 'rose'],
  draw(stage) {
    const { paper, mood, unit, x } = stage;
    const shore = paper.height * 0.8;
    return [
      sky(stage, { horizon: shore }),
      row(stage, { shore, depth: 0.22, tall: 44, slender: 6, lit: 0.06 }),
      row(stage, { shore, depth: 0.5, tall: 58, slender: 7.5, lit: 0.2 }),
      row(stage, { shore, depth: 0.86, tall: 42, slender: 9, lit: 0.4 }),
      paper.glow(x, shore, unit * 52, mood.glow, 0.32),
      water(stage, shore),
    ].join('');
  },
};

interface Row {
  shore: number;
  depth: number;
  /** The tallest house, in units, near the middle of the skyline. */
  tall: number;
  slender: number;
  /** The share of windows with a light in them. */
  lit: number;
}

function row(
  { paper, mood, random, x: middle, unit }: Stage,
  { shore, depth, tall, slender, lit }: Row,
): string {
  const color = mix(mood.haze, mood.near, depth);
  const houses: string[] = [];
  const windows: string[] = [];
  for (let left = -unit * 4; left < paper.width;) {
    const width = unit * slender * random.between(0.6, 1.35);
    // Tall houses crowd around the middle, as they do where land is dear.
    const rise = 0.3 + 0.7 * Math.exp(-(((left - middle) / (paper.width * 0.3)) ** 2));
    const height = unit * tall * rise * random.between(0.5, 1.15);
    const top = shore - height;
    houses.push(house(left, top, width, shore, random.whole(0, 5), unit));
    const step = unit * 1.55;
    for (let x = left + step * 0.6; x < left + width - step * 0.7; x += step) {
      for (let y = top + step; y < shore - step * 2; y += step * 1.25) {
        if (random.chance(lit)) windows.push(`M${x} ${y}h${unit * 0.72}v${unit * 0.95}h${-unit * 0.72}Z`);
      }
    }
    left += width + unit * random.between(0.2, 1.2);
  }
  return [
    path(houses.join(''), {
      fill: paper.down(
        { at: 0, color: lighten(color, 0.03) },
        { at: 1, color: mix(color, mood.haze, 0.35 * (1 - depth)) },
      ),
    }),
    path(windows.join(''), { fill: mix(mood.accent, mood.light, 0.4), opacity: 0.35 + depth * 0.6 }),
  ].join('');
}

function house(x: number, top: number, width: number, shore: number, kind: number, unit: number): string {
  const body = `M${x} ${shore}V${top}`;
  const close = `V${shore}Z`;
  const middle = x + width / 2;
  switch (kind) {
    case 0:
      return `${body}h${width * 0.3}v${-unit * 3}h${width * 0.4}v${unit * 3}h${width * 0.3}${close}`;
    case 1:
      return `${body}L${x + width} ${top - unit * 4}${close}`;
    case 2:
      return `${body}L${middle - unit * 0.3} ${top - unit * 5}V${top - unit * 12}h${unit * 0.6}V${top - unit * 5}L${x + width} ${top}${close}`;
    case 3:
      return `${body}h${width * 0.5}v${-unit * 5}h${unit * 0.4}v${unit * 5}H${x + width}${close}`;
    default:
      return `${body}h${width}${close}`;
  }
}

function water(stage: Stage, shore: number): string {
  const { paper, mood, random, x, unit } = stage;
  const streaks = (count: number, reach: number) =>
    random
      .times(count, () => {
        const depth = random.next() ** 1.4;
        const y = shore + unit * 0.8 + depth * (paper.height - shore);
        const length = unit * random.between(1.5, 9) * (0.5 + depth);
        const left = x + random.between(-1, 1) * reach - length / 2;
        return `M${left} ${y}h${length}v${unit * (0.16 + depth * 0.3)}h${-length}Z`;
      })
      .join('');
  const deep = darken(mood.near, 0.2);
  return [
    rect(0, shore, paper.width, paper.height - shore, {
      fill: paper.down(
        { at: 0, color: mix(mood.haze, deep, 0.35) },
        { at: 0.5, color: mix(mood.haze, deep, 0.75) },
        { at: 1, color: deep },
      ),
    }),
    path(streaks(90, paper.width * 0.75), { fill: mood.glow, opacity: 0.28 }),
    path(streaks(46, paper.width * 0.3), { fill: mood.accent, opacity: 0.5 }),
    rect(0, shore - unit * 0.25, paper.width, unit * 0.5, { fill: deep }),
  ].join('');
}
