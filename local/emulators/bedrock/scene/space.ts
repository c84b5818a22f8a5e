import { darken, lighten, mix } from './color.ts';
import { type Scene, type Stage, subject } from './stage.ts';
import { stars } from './sky.ts';
import { circle, ellipse, group, path, polygon } from './svg.ts';

/** A ringed planet in a nebula, its moon, and a rocket on its way. */
export const space: Scene = {
  words: [
    'space',
    'planet',
    'galaxy',
    'rocket',
    'mars',
    'moon',
    'nasa',
    'spacex',
    'astronaut',
    'alien',
    'ufo',
    'star',
    'universe',
    'cosmic',
    'cosmo',
    'solar',
    'orbit',
    'asteroid',
    'spaceship',
    'starship',
    'earth',
    'black',
    'hole',
    'physics',
    'science',
  ],
  moods: ['neon', 'night', 'dusk', 'arctic', 'crimson'],
  draw(stage) {
    const { paper, mood } = stage;
    const dark = darken(mood.sky[0], 0.45);
    return [
      paper.wash(
        paper.aslant(
          { at: 0, color: darken(dark, 0.3) },
          { at: 0.6, color: mix(dark, mood.sky[1], 0.5) },
          { at: 1, color: dark },
        ),
      ),
      ...nebula(stage),
      stars({ ...stage, paper: stage.paper }, 150),
      ...sparkles(stage),
      subject({ ...stage, ground: paper.height * 0.5 }, planet(stage), rocket(stage)),
    ].join('');
  },
};

function nebula({ paper, mood, random, x, unit }: Stage): string[] {
  const colors = [mood.sky[2], mood.counter, mood.sky[1], mood.haze, mood.sky[2]] as const;
  return colors.map((color) =>
    paper.glow(
      x + random.between(-45, 40) * unit,
      paper.height * random.between(0.1, 0.9),
      unit * random.between(38, 72),
      color,
      random.between(0.35, 0.6),
    ),
  );
}

function sparkles({ paper, mood, random, unit }: Stage): string[] {
  return random.times(7, () => {
    const x = random.between(0.3, 1) * paper.width;
    const y = random.between(0.04, 0.92) * paper.height;
    const r = unit * random.between(0.9, 2.2);
    const w = r * 0.09;
    return (
      paper.glow(x, y, r * 1.6, mood.light, 0.5) +
      polygon(
        [
          [x, y - r],
          [x + w, y - w],
          [x + r, y],
          [x + w, y + w],
          [x, y + r],
          [x - w, y + w],
          [x - r, y],
          [x - w, y - w],
        ],
        { fill: '#ffffff' },
      )
    );
  });
}

function planet({ paper, mood, random }: Stage): string {
  const r = random.between(25, 29);
  const tilt = random.between(-24, -12);
  const body = mix(mood.sky[3], mood.counter, 0.25);
  const surface = paper.outwards(
    [0.3, 0.26],
    { at: 0, color: lighten(body, 0.5) },
    { at: 0.3, color: body },
    { at: 0.62, color: mix(body, mood.sky[1], 0.75) },
    { at: 1, color: darken(mood.sky[0], 0.4) },
  );
  const clip = `M${-r} 0A${r} ${r} 0 0 1 ${r} 0A${r} ${r} 0 0 1 ${-r} 0Z`;
  const bands = random.times(6, (nth) => {
    const y = -r * 0.75 + nth * r * 0.29 + random.between(-1.5, 1.5);
    const half = Math.sqrt(Math.max(0, r * r - y * y));
    const thick = random.between(1, 3.2);
    const below = Math.sqrt(Math.max(0, r * r - (y + thick) ** 2));
    return path(
      `M${-half} ${y}Q0 ${y + 2.6} ${half} ${y}L${below} ${y + thick}Q0 ${y + thick + 3} ${-below} ${y + thick}Z`,
      {
        fill: nth % 2 === 0 ? darken(body, 0.35) : lighten(body, 0.35),
        opacity: 0.26,
      },
    );
  });
  const shade = paper.outwards(
    [0.28, 0.24],
    { at: 0.42, color: '#000000', opacity: 0 },
    { at: 0.95, color: '#02030a', opacity: 0.9 },
  );
  const ring = (half: 'back' | 'front') =>
    [1.95, 1.72, 1.5].map((reach, nth) => {
      const rx = r * reach;
      const ry = rx * 0.27;
      const sweep = half === 'back' ? 1 : 0;
      return path(`M${-rx} 0A${rx} ${ry} 0 0 ${sweep} ${rx} 0`, {
        fill: 'none',
        stroke: [mood.accent, lighten(body, 0.45), mood.counter][nth] ?? mood.accent,
        'stroke-width': [1.2, 3.6, 1.6][nth] ?? 1,
        opacity: half === 'back' ? 0.4 : 0.9,
      });
    });
  const angle = random.between(-0.9, -0.5);
  const moonR = random.between(4, 6);
  const moonX = Math.cos(angle) * r * 1.75;
  const moonY = Math.sin(angle) * r * 1.5;
  return [
    paper.glow(0, 0, r * 1.9, mood.glow, 0.55),
    group(
      { transform: `rotate(${tilt})` },
      ...ring('back'),
      path(clip, { fill: surface }),
      ...bands,
      path(clip, { fill: shade }),
      ...ring('front'),
    ),
    circle(moonX, moonY, moonR, {
      fill: paper.outwards(
        [0.3, 0.3],
        { at: 0, color: mood.light },
        { at: 0.6, color: mood.haze },
        { at: 1, color: darken(mood.near, 0.1) },
      ),
    }),
    ellipse(moonX - moonR * 0.2, moonY + moonR * 0.25, moonR * 0.22, moonR * 0.18, {
      fill: mood.near,
      opacity: 0.25,
    }),
  ].join('');
}

/** Nose up and to the right, on a trail that thins out behind it. */
function rocket({ paper, mood, random }: Stage): string {
  const trail = paper.down(
    { at: 0, color: mood.light, opacity: 0.95 },
    { at: 0.25, color: mood.accent, opacity: 0.6 },
    { at: 1, color: mood.counter, opacity: 0 },
  );
  const hull = paper.across(
    { at: 0, color: '#ffffff' },
    { at: 0.55, color: '#dfe6f2' },
    { at: 1, color: '#8c97b0' },
  );
  return group(
    {
      transform: `translate(${random.between(-34, -26).toFixed(2)} ${random.between(10, 18).toFixed(2)}) rotate(${random.between(34, 50).toFixed(2)}) scale(1.25)`,
    },
    path('M-2.2 8C-3 18 -1.2 34 0 46C1.2 34 3 18 2.2 8Z', { fill: trail }),
    path('M-3.4 1.5L-7 8.5L-2.6 6.8ZM3.4 1.5L7 8.5L2.6 6.8Z', { fill: mood.counter }),
    path('M0 -14C4.6 -9.6 5.2 -1 3.2 7.4H-3.2C-5.2 -1 -4.6 -9.6 0 -14Z', { fill: hull }),
    path('M0 -14C2 -12 3.2 -9.6 3.8 -7H-3.8C-3.2 -9.6 -2 -12 0 -14Z', { fill: mood.counter }),
    circle(0, -2.6, 2, { fill: '#1b2440', stroke: '#7d8aa8', 'stroke-width': 0.7 }),
    circle(-0.6, -3.2, 0.6, { fill: mood.accent }),
  );
}
