import { lighten, mix } from './color.ts';
import type { Stage } from './stage.ts';
import { circle, group, path, rect } from './svg.ts';

/** Sky from zenith to horizon, its stars or clouds, and the sun or moon behind the subject. */
export function sky(stage: Stage, options: { horizon?: number; disc?: boolean } = {}): string {
  const { paper, mood } = stage;
  const horizon = options.horizon ?? paper.height * 0.82;
  const [zenith, upper, lower, low] = mood.sky;
  const air = paper.down(
    { at: 0, color: zenith },
    { at: 0.38, color: upper },
    { at: 0.74, color: lower },
    { at: 1, color: low },
  );
  return [
    paper.wash(mood.near),
    rect(0, 0, paper.width, horizon + 1, { fill: air }),
    mood.night ? stars(stage, 90) : '',
    (options.disc ?? true) ? luminary(stage, horizon) : '',
    mood.night ? '' : clouds(stage, horizon),
  ].join('');
}

/** Points of light, denser towards the zenith. */
export function stars({ paper, random, unit }: Stage, count: number): string {
  const dots = random.times(count, () => {
    const y = random.next() ** 1.5 * paper.height * 0.72;
    const size = random.between(0.06, 0.2) * unit * (random.chance(0.08) ? 1.9 : 1);
    return circle(random.between(0, paper.width), y, size, { opacity: random.between(0.3, 0.95) });
  });
  return group({ fill: '#ffffff' }, ...dots);
}

/** The sun or the moon, with the halo that lights the scene. */
function luminary({ paper, mood, random, x, unit }: Stage, horizon: number): string {
  const cx = x + random.between(-22, 18) * unit;
  const cy = mood.night ? horizon * random.between(0.24, 0.36) : horizon * random.between(0.42, 0.66);
  const r = unit * random.between(8, 12.5);
  const disc = paper.down(
    { at: 0, color: mood.light },
    { at: 1, color: mix(mood.light, mood.glow, mood.night ? 0.25 : 0.55) },
  );
  const seas = mood.night
    ? random.times(5, () => {
        const angle = random.between(0, Math.PI * 2);
        const away = random.between(0, 0.62) * r;
        return circle(
          cx + Math.cos(angle) * away,
          cy + Math.sin(angle) * away,
          r * random.between(0.08, 0.24),
          {
            fill: mood.glow,
            opacity: 0.28,
          },
        );
      })
    : [];
  return [
    paper.glow(cx, cy, unit * 66, mood.glow, mood.night ? 0.5 : 0.85),
    paper.glow(cx, cy, r * 2.6, lighten(mood.glow, 0.3), 0.8),
    circle(cx, cy, r, { fill: disc }),
    ...seas,
  ].join('');
}

/** Long flat clouds that thin out at both ends. */
function clouds({ paper, mood, random, unit }: Stage, horizon: number): string {
  const drifts = random.times(7, () => {
    const width = random.between(22, 60) * unit;
    const x = random.between(-0.1, 1) * paper.width;
    const y = random.between(0.08, 0.8) * horizon;
    const height = width * random.between(0.05, 0.085);
    return path(cloud(x, y, width, height), {
      fill: paper.across(
        { at: 0, color: lighten(mood.haze, 0.3), opacity: 0 },
        { at: 0.4, color: lighten(mood.haze, 0.35), opacity: 0.5 },
        { at: 1, color: lighten(mood.haze, 0.2), opacity: 0 },
      ),
    });
  });
  return drifts.join('');
}

function cloud(x: number, y: number, width: number, height: number): string {
  const hump = (at: number) => x + width * at;
  return [
    `M${x} ${y}`,
    `C${hump(0.1)} ${y - height * 0.2} ${hump(0.16)} ${y - height} ${hump(0.3)} ${y - height * 0.9}`,
    `C${hump(0.36)} ${y - height * 2} ${hump(0.56)} ${y - height * 2} ${hump(0.6)} ${y - height * 1.1}`,
    `C${hump(0.76)} ${y - height * 1.5} ${hump(0.84)} ${y - height * 0.3} ${hump(1)} ${y}Z`,
  ].join('');
}
