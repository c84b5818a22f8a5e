import { burst } from './backdrop.ts';
import { darken } from './color.ts';
import { type Scene, type Stage, subject } from './stage.ts';
import { circle, ellipse, group, path, rect } from './svg.ts';

const BURGER = ['burger', 'mcdonald', 'sandwich', 'cheese', 'meat', 'bbq', 'steak'];
const BOWL = ['ramen', 'noodle', 'soup', 'pasta', 'spicy', 'sushi', 'rice', 'curry', 'healthy', 'diet'];

/** A burger as tall as appetite allows, or a bowl of noodles that steams. */
export const food: Scene = {
  words: [
    ...BURGER,
    ...BOWL,
    'food',
    'cook',
    'cooking',
    'recipe',
    'pizza',
    'cake',
    'eat',
    'eating',
    'restaurant',
    'chef',
    'kitchen',
    'baking',
    'dinner',
    'lunch',
    'breakfast',
    'meal',
    'hungry',
    'chicken',
    'dessert',
  ],
  moods: ['golden', 'crimson', 'noon', 'rose', 'emerald'],
  draw(stage) {
    const asked = stage.words.find((word) => BURGER.includes(word) || BOWL.includes(word));
    const stacked = asked === undefined ? stage.random.chance(0.5) : BURGER.includes(asked);
    const dish = stacked ? burger(stage) : bowl(stage);
    return [burst(stage), subject({ ...stage, ground: stage.paper.height * 0.83 }, dish)].join('');
  },
};

function burger({ paper, mood, random }: Stage): string {
  const bun = paper.down(
    { at: 0, color: '#ffcf86' },
    { at: 0.5, color: '#e2933c' },
    { at: 1, color: '#a95a1c' },
  );
  const layers = random.whole(1, 2);
  const parts: string[] = [];
  let y = -9;
  for (let nth = 0; nth < layers; nth += 1) {
    parts.push(patty(y), cheese(y - 9), salad(y - 10.5, random.between(0, 1)));
    y -= 14.5;
  }
  const seeds = random.times(26, () => {
    const angle = random.between(0.12, 0.88) * Math.PI;
    const away = random.between(0.35, 0.9);
    return ellipse(Math.cos(angle) * 31 * away, -4 - Math.sin(angle) * 20 * away, 1.15, 0.7, {
      fill: '#fff3d2',
    });
  });
  return [
    paper.glow(0, -26, 66, mood.light, 0.7),
    ellipse(0, 3.4, 52, 6.5, { fill: '#000000', opacity: 0.35 }),
    ellipse(0, 1, 48, 6.4, { fill: paper.down({ at: 0, color: '#ffffff' }, { at: 1, color: '#b9c0cf' }) }),
    ellipse(0, -0.2, 39, 4.4, { fill: '#dfe4ee' }),
    path('M-33 -10H33C35 -1 30 2 22 2H-22C-30 2 -35 -1 -33 -10Z', { fill: bun }),
    ...parts,
    group(
      { transform: `translate(0 ${(y + 1).toFixed(2)})` },
      rect(-31, -5, 62, 4.6, { rx: 2, fill: '#d8392b' }),
      path('M-35 -3C-36 -20 -22 -29 0 -29C22 -29 36 -20 35 -3C33 -1 -33 -1 -35 -3Z', { fill: bun }),
      path('M-27 -13C-23 -21 -13 -24.6 -4 -25.2C-13 -22 -21 -18 -27 -13Z', { fill: '#ffffff', opacity: 0.5 }),
      ...seeds,
    ),
  ].join('');
}

function patty(y: number): string {
  return (
    rect(-35, y - 8.5, 70, 9.6, { rx: 4.4, fill: '#4a2312' }) +
    rect(-33.5, y - 7.6, 67, 3, { rx: 1.5, fill: '#74401f' })
  );
}

function cheese(y: number): string {
  return path(
    `M-36 ${y}H36L29 ${y + 3}L22 ${y + 7}L15 ${y + 2.6}L-6 ${y + 2.6}L-14 ${y + 9}L-22 ${y + 3}L-31 ${y + 5.4}Z`,
    { fill: '#ffc02e' },
  );
}

function salad(y: number, phase: number): string {
  let d = `M-38 ${y - 2}`;
  for (let nth = 0; nth < 10; nth += 1) d += `q1.9 ${5.6 + Math.sin(nth * 2 + phase * 6) * 1.2} 3.8 2t3.8 -2`;
  return (
    path(`${d}V${y - 5}H-38Z`, { fill: '#69b23a' }) +
    path(`${d}V${y - 3}H-38Z`, { fill: '#8fd455', opacity: 0.7 })
  );
}

function bowl({ paper, mood, random }: Stage): string {
  const glaze = darken(mood.counter, 0.12);
  const noodles = random.times(13, (nth) => {
    const y = -33 + (nth % 5) * 1.7;
    const left = -30 + random.between(0, 16);
    return `M${left} ${y}q8 ${random.between(-5, 5)} 16 0t${random.between(12, 24)} ${random.between(-1, 1)}`;
  });
  const steam = [-14, 0, 13].map(
    (x) => `M${x} -46C${x - 6} -54 ${x + 6} -60 ${x} -68C${x - 4} -74 ${x + 4} -78 ${x + 1} -84`,
  );
  const egg = (x: number) =>
    ellipse(x, -34.5, 7.6, 4.7, { fill: '#fff8ea' }) + ellipse(x + 0.4, -34.5, 4, 2.6, { fill: '#ff9d1e' });
  return [
    paper.glow(0, -34, 64, mood.light, 0.7),
    ellipse(0, 3.4, 40, 5.6, { fill: '#000000', opacity: 0.35 }),
    path(steam.join(''), {
      fill: 'none',
      stroke: '#ffffff',
      'stroke-width': 2.6,
      'stroke-linecap': 'round',
      opacity: 0.4,
    }),
    path('M27 -37L62 -70M32 -35L67 -65', {
      stroke: '#5a2f18',
      'stroke-width': 1.9,
      'stroke-linecap': 'round',
    }),
    ellipse(0, -33, 43, 10.4, { fill: darken(glaze, 0.35) }),
    ellipse(0, -32.6, 39.6, 8.8, {
      fill: paper.down({ at: 0, color: '#b4561a' }, { at: 1, color: '#e58a2c' }),
    }),
    path(noodles.join(''), {
      fill: 'none',
      stroke: '#ffdf94',
      'stroke-width': 1.7,
      'stroke-linecap': 'round',
    }),
    egg(-14),
    egg(2),
    ...[
      [16, -36, '#e9746a'],
      [22, -33, '#f3958b'],
      [27, -36, '#e9746a'],
    ].map(([x, y, fill]) =>
      ellipse(Number(x), Number(y), 5.4, 3, { fill: String(fill), stroke: '#fbd3c8', 'stroke-width': 0.8 }),
    ),
    ...random.times(18, () =>
      circle(random.between(-30, 30), random.between(-37, -28), 0.9, { fill: '#6fbf3f' }),
    ),
    path('M-43 -33C-43 -12 -28 1 -14 3H14C28 1 43 -12 43 -33C40 -18 -40 -18 -43 -33Z', {
      fill: paper.across(
        { at: 0, color: mood.counter },
        { at: 0.4, color: glaze },
        { at: 1, color: darken(glaze, 0.5) },
      ),
    }),
    path('M-40.6 -22C-30 -14 30 -14 40.6 -22L39 -18C28 -10 -28 -10 -39 -18Z', {
      fill: '#ffffff',
      opacity: 0.75,
    }),
    path('M-15 3H15L12 7H-12Z', { fill: darken(glaze, 0.35) }),
  ].join('');
}
