import { darken, lighten, mix } from './color.ts';
import type { Scene, Stage } from './stage.ts';
import { circle, path } from './svg.ts';

/** Ribbons of light and a few spheres: for a prompt that names nothing we can draw. */
export const ribbons: Scene = {
  words: [
    'abstract',
    'wave',
    'music',
    'song',
    'gradient',
    'wallpaper',
    'art',
    'painting',
    'design',
    'colorful',
    'colourful',
    'minimal',
    'minimalist',
    'dream',
    'idea',
  ],
  moods: ['neon', 'dusk', 'rose', 'arctic', 'golden', 'dawn'],
  draw(stage) {
    const { paper, mood, random, x, unit } = stage;
    const deep = darken(mood.sky[0], 0.25);
    const count = 5;
    return [
      paper.wash(
        paper.aslant(
          { at: 0, color: darken(deep, 0.3) },
          { at: 0.6, color: mix(deep, mood.sky[1], 0.6) },
          { at: 1, color: mood.sky[1] },
        ),
      ),
      paper.glow(x, paper.height * 0.5, unit * 95, mood.sky[2], 0.8),
      ...random.times(count, (nth) => ribbon(stage, nth / (count - 1))),
      ...random.times(4, () => sphere(stage)),
    ].join('');
  },
};

/** One band that sways across the sheet: coloured along its length, lit at its upper edge, dark at its lower. */
function ribbon({ paper, mood, random, unit }: Stage, share: number): string {
  const { width, height } = paper;
  const y = height * (0.12 + 0.72 * share);
  const sway = () => y + random.between(-30, 30) * unit;
  const [start, first, second, end] = [sway(), sway(), sway(), sway()] as const;
  const thick = unit * random.between(16, 26);
  const out = unit * 4;
  const band =
    `M${-out} ${start}C${width * 0.3} ${first} ${width * 0.62} ${second} ${width + out} ${end}` +
    `V${end + thick}C${width * 0.66} ${second + thick * 2} ${width * 0.34} ${first + thick * 0.4} ${-out} ${start + thick}Z`;
  const bright = random.pick([mood.accent, mood.sky[3], mood.light]);
  const color = paper.across(
    { at: 0, color: mix(mood.sky[1], mood.counter, 0.4) },
    { at: 0.45, color: mix(mood.counter, mood.sky[2], share) },
    { at: 0.8, color: mix(mood.counter, bright, 0.7) },
    { at: 1, color: bright },
  );
  const shading = paper.down(
    { at: 0, color: '#ffffff', opacity: 0.35 },
    { at: 0.3, color: mood.sky[1], opacity: 0.05 },
    { at: 1, color: darken(mood.sky[0], 0.3), opacity: 0.9 },
  );
  return path(band, { fill: color }) + path(band, { fill: shading });
}

function sphere({ paper, mood, random, x, unit }: Stage): string {
  const r = unit * random.between(4, 13);
  const cx = x + random.between(-30, 34) * unit;
  const cy = paper.height * random.between(0.16, 0.84);
  const color = random.pick([mood.accent, mood.counter, mood.sky[3]]);
  return [
    circle(cx + r * 0.2, cy + r * 0.35, r * 1.02, { fill: '#000000', opacity: 0.22 }),
    circle(cx, cy, r, {
      fill: paper.outwards(
        [0.32, 0.28],
        { at: 0, color: lighten(color, 0.8) },
        { at: 0.28, color },
        { at: 0.75, color: darken(color, 0.55) },
        { at: 1, color: mix(color, mood.near, 0.7) },
      ),
    }),
  ].join('');
}
