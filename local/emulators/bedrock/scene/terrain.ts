import { mix } from './color.ts';
import type { Random } from './random.ts';
import type { Stage } from './stage.ts';
import { path, type Point, polygon, polyline } from './svg.ts';

/** A skyline of rock by midpoint displacement: heights around 0, at most about ±1. */
function roughLine(random: Random, roughness: number): number[] {
  let line = [random.between(-0.5, 0.5), random.between(-0.5, 0.5)];
  let reach = 1;
  for (let pass = 0; pass < 7; pass += 1) {
    const displace = (from: number, to: number) => (from + to) / 2 + random.between(-reach, reach) * 0.5;
    line = line.flatMap((value, nth) => {
      const following = line[nth + 1];
      return following === undefined ? [value] : [value, displace(value, following)];
    });
    reach *= roughness;
  }
  return line;
}

/** One layer of mountains or hills across the sheet: its crest clear, its foot in the mist. */
export function ridge(
  { paper, mood, random }: Stage,
  { base, reach, roughness, depth }: { base: number; reach: number; roughness: number; depth: number },
): string {
  const crest = roughLine(random, roughness).map((value, nth, line): Point => [
    (nth / (line.length - 1)) * paper.width,
    base - value * reach,
  ]);
  const color = mix(mood.haze, mood.near, depth);
  const outline: Point[] = [[0, paper.height], ...crest, [paper.width, paper.height]];
  return polygon(outline, {
    fill: paper.down({ at: 0, color }, { at: 0.75, color: mix(color, mood.haze, 0.5 * (1 - depth) + 0.05) }),
  });
}

/** A rolling foreground, in the darkest colour there is. */
export function hill({ paper, mood, random }: Stage, height: number, color = mood.near): string {
  const { width, height: floor } = paper;
  const y = floor - height;
  const sway = () => random.between(-0.35, 0.35) * height;
  return path(
    `M0 ${floor}V${y + sway()}C${width * 0.25} ${y + sway()} ${width * 0.4} ${y + sway()} ${width * 0.55} ${y + sway() * 0.4}` +
      `S${width * 0.85} ${y + sway()} ${width} ${y + sway()}V${floor}Z`,
    { fill: color },
  );
}

/** A conifer: tiers of ragged boughs, wider towards the ground. */
function pine(random: Random, x: number, ground: number, height: number): string {
  const tiers = 5;
  const half = height * random.between(0.19, 0.25);
  const left: Point[] = [];
  const right: Point[] = [];
  for (let tier = 0; tier < tiers; tier += 1) {
    const low = ground - height * (0.86 - (tier + 1) * 0.16);
    const out = half * ((tier + 1.2) / tiers);
    const inner = out * 0.52;
    left.push([x - out * random.between(0.9, 1.08), low], [x - inner, low - height * 0.02]);
    right.push([x + out * random.between(0.9, 1.08), low], [x + inner, low - height * 0.02]);
  }
  const trunk = height * 0.022;
  const crown: Point[] = [
    [x, ground - height],
    ...right,
    [x + trunk, ground - height * 0.07],
    [x + trunk, ground + height * 0.03],
    [x - trunk, ground + height * 0.03],
    [x - trunk, ground - height * 0.07],
    ...left.reverse(),
  ];
  return `${polyline(crown)}Z`;
}

/** A row of conifers across the sheet, as one shape. */
export function pineRow(
  stage: Stage,
  { base, height, gap, color }: { base: number; height: number; gap: number; color: string },
): string {
  const { paper, random } = stage;
  const trees: string[] = [];
  // Between the trunks it is dark, not sky.
  const underwood = base - height * 0.2;
  for (let x = -gap; x < paper.width + gap; x += gap * random.between(0.55, 1.35)) {
    trees.push(
      pine(random, x, base + random.between(-0.04, 0.08) * height, height * random.between(0.6, 1.12)),
    );
  }
  return path(`${trees.join('')}M0 ${underwood}H${paper.width}V${paper.height}H0Z`, { fill: color });
}

/** Gulls: a few strokes far away. */
export function birds({ random, x, unit, mood }: Stage, y: number): string {
  const flock = random.times(random.whole(3, 6), () => {
    const wing = unit * random.between(1, 2);
    const left = x + random.between(-34, 22) * unit;
    const top = y + random.between(-7, 7) * unit;
    return `M${left - wing} ${top - wing * 0.4}Q${left - wing * 0.4} ${top - wing * 0.5} ${left} ${top}Q${left + wing * 0.4} ${top - wing * 0.5} ${left + wing} ${top - wing * 0.4}`;
  });
  return path(flock.join(''), {
    fill: 'none',
    stroke: mood.near,
    'stroke-width': unit * 0.28,
    'stroke-linecap': 'round',
    opacity: 0.75,
  });
}
