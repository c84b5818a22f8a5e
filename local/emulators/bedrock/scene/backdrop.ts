import { darken, lighten, mix } from './color.ts';
import type { Stage } from './stage.ts';
import { circle, group, path, rect } from './svg.ts';

/** Rays from behind the subject, and dots that thin out towards the edge. */
export function burst(stage: Stage): string {
  const { paper, mood, random, x, unit } = stage;
  const y = paper.height * (stage.wide ? 0.5 : 0.62);
  const reach = Math.hypot(paper.width, paper.height);
  const count = random.whole(14, 20);
  const start = random.next();
  const rays = random.times(count, (nth) => {
    const from = ((nth + start) / count) * Math.PI * 2;
    const to = from + Math.PI / count;
    return `M${x} ${y}L${x + Math.cos(from) * reach} ${y + Math.sin(from) * reach}L${x + Math.cos(to) * reach} ${y + Math.sin(to) * reach}Z`;
  });
  const warm = mix(mood.sky[2], mood.sky[3], 0.35);
  return [
    paper.wash(
      paper.aslant(
        { at: 0, color: darken(mood.sky[1], 0.25) },
        { at: 0.55, color: mood.sky[2] },
        { at: 1, color: mood.sky[1] },
      ),
    ),
    path(rays.join(''), { fill: lighten(warm, 0.2), opacity: 0.3 }),
    paper.glow(x, y, unit * 80, mix(mood.sky[3], mood.light, 0.4), 0.85),
    halftone(stage),
  ].join('');
}

function halftone({ paper, mood, unit }: Stage): string {
  const step = unit * 2.6;
  const dots: string[] = [];
  for (let row = 0; row < 12; row += 1) {
    const r = unit * (1 - row / 12) * 0.95;
    for (let x = (row % 2) * (step / 2); x < paper.width + step; x += step) {
      dots.push(circle(x, paper.height - row * step * 0.86, r, {}));
    }
  }
  return group({ fill: darken(mood.near, 0.1), opacity: 0.22 }, ...dots);
}

/** A dark room: a wall with a light on it, and a table top to stand things on. */
export function room(stage: Stage, tableTop: number): string {
  const { paper, mood, x, unit } = stage;
  const wall = darken(mix(mood.sky[0], mood.near, 0.35), 0.25);
  return [
    paper.wash(
      paper.aslant(
        { at: 0, color: darken(wall, 0.35) },
        { at: 0.6, color: mix(wall, mood.sky[1], 0.45) },
        { at: 1, color: wall },
      ),
    ),
    paper.glow(x, paper.height * 0.42, unit * 85, mix(mood.sky[2], mood.sky[1], 0.35), 0.75),
    rect(0, tableTop, paper.width, paper.height - tableTop, {
      fill: paper.down(
        { at: 0, color: mix(wall, mood.haze, 0.3) },
        { at: 0.12, color: darken(wall, 0.25) },
        { at: 1, color: darken(wall, 0.6) },
      ),
    }),
    rect(0, tableTop, paper.width, unit * 0.5, { fill: lighten(mood.haze, 0.2), opacity: 0.6 }),
  ].join('');
}
