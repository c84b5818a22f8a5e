import { darken, lighten, mix } from './color.ts';
import { burst } from './backdrop.ts';
import { type Scene, type Stage, subject } from './stage.ts';
import { circle, ellipse, group, path } from './svg.ts';

const SKINS = ['#f6c9a4', '#e3a878', '#b97a4b', '#8a5431', '#f9d7bd'] as const;
const HAIRS = ['#2a1a14', '#4b2a17', '#7b4a22', '#d9a441', '#1b1b22', '#a8321f'] as const;

const LONG_HAIRED = ['woman', 'girl', 'mother', 'mom', 'she', 'her', 'wife', 'queen'];
const SHORT_HAIRED = ['man', 'guy', 'boy', 'dad', 'he', 'his', 'husband', 'father'];

/** Somebody who cannot believe it, cut out with a white edge before a burst of rays. */
export const face: Scene = {
  words: [
    'face',
    'shocked',
    'surprised',
    'shock',
    'reaction',
    'react',
    'person',
    'man',
    'woman',
    'guy',
    'girl',
    'boy',
    'youtuber',
    'creator',
    'crying',
    'angry',
    'happy',
    'scream',
    'screaming',
    'people',
    'friend',
    'kid',
    'mother',
    'dad',
    'mom',
    'teacher',
    'interview',
    'podcast',
    'story',
    'wrong',
    'mistake',
    'secret',
    'truth',
    'quit',
  ],
  moods: ['golden', 'neon', 'noon', 'rose', 'crimson', 'dusk'],
  draw(stage) {
    return [burst(stage), subject({ ...stage, ground: stage.paper.height * 1.0 }, somebody(stage))].join('');
  },
};

function somebody({ paper, mood, random, words }: Stage): string {
  const skin = random.pick(SKINS);
  const hair = random.pick(HAIRS);
  const shirt = mix(mood.counter, mood.near, 0.15);
  const either = random.chance(0.5);
  const longHair =
    words.some((word) => LONG_HAIRED.includes(word)) ||
    (either && !words.some((word) => SHORT_HAIRED.includes(word)));
  const fringe = random.pick([
    'M-20 -58C-22 -76 -10 -87 2 -86C14 -86 22 -76 20 -58C17 -66 12 -70 4 -70C-6 -70 -14 -68 -20 -58Z',
    'M-20.5 -57C-24 -74 -14 -90 4 -88C18 -87 23 -74 20.5 -57C18 -63 16 -68 13 -71C4 -66 -10 -66 -15 -70C-18 -66 -20 -62 -20.5 -57Z',
    'M-20 -58C-25 -70 -18 -82 -12 -83C-10 -90 0 -90 3 -87C10 -92 18 -86 17 -81C24 -77 23 -66 20 -58C18 -66 14 -71 8 -69C2 -73 -4 -67 -9 -71C-14 -70 -18 -66 -20 -58Z',
  ]);
  const locks = longHair
    ? 'M-21 -62C-30 -44 -27 -26 -24 -16H24C27 -26 30 -44 21 -62C16 -84 -16 -84 -21 -62Z'
    : '';
  const shoulders =
    'M-46 6C-45 -10 -37 -17 -24 -20C-16 -22 -11 -23 -8 -24H8C11 -23 16 -22 24 -20C37 -17 45 -10 46 6Z';
  const head =
    'M-20 -58C-20 -74 -11 -82 0 -82C11 -82 20 -74 20 -58C20 -46 17 -36 10 -30C6 -27 3 -26 0 -26C-3 -26 -6 -27 -10 -30C-17 -36 -20 -46 -20 -58Z';
  const ears = 'M-20 -59C-25 -61 -25 -50 -19 -48ZM20 -59C25 -61 25 -50 19 -48Z';
  const outline = { fill: '#ffffff', stroke: '#ffffff', 'stroke-width': 5, 'stroke-linejoin': 'round' };
  const tone = paper.aslant(
    { at: 0, color: lighten(skin, 0.22) },
    { at: 0.55, color: skin },
    { at: 1, color: darken(skin, 0.22) },
  );
  return [
    paper.glow(0, -48, 62, mood.light, 0.7),
    path(`${locks}${shoulders}${head}${ears}${fringe}${hand(-1)}${hand(1)}M-24 -30H24V6H-24Z`, outline),
    path(locks, { fill: darken(hair, 0.25) }),
    path(shoulders, {
      fill: paper.down({ at: 0, color: lighten(shirt, 0.12) }, { at: 1, color: darken(shirt, 0.35) }),
    }),
    path('M-13 -22.6C-8 -12 8 -12 13 -22.6L8 -24H-8Z', { fill: darken(skin, 0.16) }),
    path('M-8.4 -36H8.4V-23C5 -17.4 -5 -17.4 -8.4 -23Z', { fill: darken(skin, 0.26) }),
    path(ears, { fill: darken(skin, 0.1) }),
    path(head, { fill: tone }),
    ...features(skin, hair),
    path(fringe, { fill: paper.down({ at: 0, color: lighten(hair, 0.22) }, { at: 1, color: hair }) }),
    path(hand(-1) + hand(1), { fill: tone }),
    path(`${creases(-1)}${creases(1)}`, {
      fill: 'none',
      stroke: darken(skin, 0.35),
      'stroke-width': 0.55,
      'stroke-linecap': 'round',
    }),
  ].join('');
}

/** Wide eyes, raised brows, a mouth that fell open. */
function features(skin: string, hair: string): string[] {
  const eye = (x: number) =>
    group(
      {},
      ellipse(x, -56, 5.4, 6.2, { fill: '#ffffff' }),
      circle(x, -55.6, 2.5, { fill: '#26374f' }),
      circle(x, -55.6, 1.3, { fill: '#0b0f18' }),
      circle(x + 0.9, -56.8, 0.75, { fill: '#ffffff' }),
      path(`M${x - 5.4} -57A5.4 6.2 0 0 1 ${x + 5.4} -57`, {
        fill: 'none',
        stroke: darken(skin, 0.55),
        'stroke-width': 0.7,
      }),
      path(`M${x - 5.6} -66.4Q${x} -70.6 ${x + 5.6} -66.4`, {
        fill: 'none',
        stroke: darken(hair, 0.1),
        'stroke-width': 1.9,
        'stroke-linecap': 'round',
      }),
    );
  return [
    ellipse(-11.5, -46, 4, 2.6, { fill: '#ff5d4d', opacity: 0.2 }),
    ellipse(11.5, -46, 4, 2.6, { fill: '#ff5d4d', opacity: 0.2 }),
    eye(-8.2),
    eye(8.2),
    path('M-0.6 -54C-1 -51 -2.4 -48.4 -2.2 -47.4C-1.4 -46.4 1.4 -46.4 2.2 -47.4', {
      fill: 'none',
      stroke: darken(skin, 0.4),
      'stroke-width': 0.9,
      'stroke-linecap': 'round',
    }),
    ellipse(0, -36.4, 5.2, 6.6, { fill: '#4a0f16' }),
    path('M-4.3 -40.2A5.2 6.6 0 0 1 4.3 -40.2C2 -38.6 -2 -38.6 -4.3 -40.2Z', { fill: '#ffffff' }),
    path('M-3.8 -32A5.2 6.6 0 0 0 3.8 -32C2.4 -34.6 -2.4 -34.6 -3.8 -32Z', { fill: '#e2586a' }),
  ];
}

/** A hand on a cheek, its fingers towards the temple. */
function hand(side: 1 | -1): string {
  const at = (x: number, y: number) => `${x * side} ${y}`;
  return `M${at(15, -22)}C${at(12, -30)} ${at(13, -38)} ${at(15.5, -42)}C${at(16, -47)} ${at(18.4, -48)} ${at(19, -44)}C${at(20, -50)} ${at(23, -50)} ${at(23, -45)}C${at(24.4, -49)} ${at(27, -48)} ${at(26.6, -43)}C${at(29, -45.6)} ${at(31, -43.6)} ${at(30, -39)}C${at(29, -31)} ${at(28, -25)} ${at(27, -18)}L${at(29, 6)}H${16 * side}Z`;
}

function creases(side: 1 | -1): string {
  return [19.2, 23, 26.6].map((x) => `M${x * side} -43.4L${(x - 0.6) * side} -36.5`).join('');
}
