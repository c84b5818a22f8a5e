import type { Random } from './random.ts';

/** The light of a picture: every colour in it that is not an object's own comes from here. */
export interface Mood {
  /** Zenith to horizon. */
  sky: readonly [string, string, string, string];
  /** The disc of sun or moon, and the light around it. */
  light: string;
  glow: string;
  /** What far things fade into. */
  haze: string;
  /** What near things are drawn in. */
  near: string;
  /** The one loud colour: the headline's stressed line, and what a picture wants seen. */
  accent: string;
  /** Its opposite, for a second light. */
  counter: string;
  night: boolean;
}

export const MOODS = {
  dusk: {
    sky: ['#1b1147', '#5b2a86', '#e0567a', '#ffb56b'],
    ...{ light: '#fff1c9', glow: '#ff9f6b', haze: '#e8788a', near: '#150a2c' },
    ...{ accent: '#ffd23f', counter: '#ff5d8f', night: false },
  },
  dawn: {
    sky: ['#12264f', '#2f6296', '#86bcc6', '#ffdcae'],
    ...{ light: '#fffbe6', glow: '#ffce94', haze: '#9cc4cf', near: '#0b1a31' },
    ...{ accent: '#ffc233', counter: '#5ad1e6', night: false },
  },
  golden: {
    sky: ['#3b120d', '#9a3615', '#ee8622', '#ffdb8f'],
    ...{ light: '#fff6d5', glow: '#ffc04d', haze: '#f2a04a', near: '#200a08' },
    ...{ accent: '#fff07c', counter: '#ff5a36', night: false },
  },
  noon: {
    sky: ['#0b4fb3', '#2b8ae6', '#7cc7f7', '#e3f6ff'],
    ...{ light: '#ffffff', glow: '#fffbe0', haze: '#b4def5', near: '#0a2b4a' },
    ...{ accent: '#ffe14d', counter: '#ff6b4a', night: false },
  },
  night: {
    sky: ['#040714', '#0b1838', '#1c3668', '#4a73ad'],
    ...{ light: '#f4f7ff', glow: '#9db8ff', haze: '#476ea6', near: '#03060f' },
    ...{ accent: '#7df9ff', counter: '#ffb454', night: true },
  },
  arctic: {
    sky: ['#030d1c', '#08283f', '#10635f', '#7ff0c0'],
    ...{ light: '#eafff6', glow: '#64f0b8', haze: '#3d9a9a', near: '#02121a' },
    ...{ accent: '#7dffb8', counter: '#b388ff', night: true },
  },
  neon: {
    sky: ['#07021a', '#1e0740', '#6a0f7a', '#ff3d9a'],
    ...{ light: '#ffe3f5', glow: '#ff4fb0', haze: '#7a2a9a', near: '#08031c' },
    ...{ accent: '#22e6ff', counter: '#ff3d9a', night: true },
  },
  emerald: {
    sky: ['#06231f', '#0f5a45', '#55a86f', '#eaf4b6'],
    ...{ light: '#fdffe0', glow: '#e5f58a', haze: '#8cc48a', near: '#04160f' },
    ...{ accent: '#f4ff61', counter: '#ff9f43', night: false },
  },
  crimson: {
    sky: ['#16040a', '#5a0b1b', '#c81e2c', '#ff8a4c'],
    ...{ light: '#fff0d8', glow: '#ff6a3d', haze: '#c8403c', near: '#0e0205' },
    ...{ accent: '#ffd000', counter: '#ff7a3d', night: true },
  },
  rose: {
    sky: ['#3a1c5a', '#8a3f8f', '#f28cab', '#ffe0cf'],
    ...{ light: '#fff8ef', glow: '#ffd0c2', haze: '#eda6bd', near: '#241036' },
    ...{ accent: '#fff27a', counter: '#7ce0ff', night: false },
  },
} as const satisfies Record<string, Mood>;

export type MoodName = keyof typeof MOODS;

const WORDS: Readonly<Record<MoodName, readonly string[]>> = {
  dusk: ['dusk', 'sunset', 'evening', 'twilight', 'purple', 'magic'],
  dawn: ['dawn', 'sunrise', 'morning', 'calm', 'misty', 'fog'],
  golden: ['golden', 'gold', 'desert', 'autumn', 'rich', 'orange', 'egypt', 'africa', 'savanna'],
  noon: ['noon', 'daylight', 'sunny', 'summer', 'blue', 'bright', 'tropical'],
  night: ['night', 'midnight', 'dark', 'moon', 'moonlit', 'noir', 'starry'],
  arctic: ['arctic', 'snow', 'snowy', 'ice', 'icy', 'winter', 'frozen', 'aurora', 'iceland', 'norway'],
  neon: ['neon', 'cyber', 'cyberpunk', 'synthwave', 'vaporwave', 'rgb', 'futuristic', 'retro'],
  emerald: ['green', 'jungle', 'lush', 'nature', 'spring', 'minecraft', 'zombie', 'vegan'],
  crimson: ['red', 'fire', 'lava', 'hell', 'dragon', 'war', 'volcano', 'horror', 'scary', 'blood'],
  rose: ['pink', 'rose', 'love', 'cute', 'wedding', 'pastel', 'kawaii', 'dreamy'],
};

/** The mood that the words ask for, else one of those that suit the scene. */
export function chooseMood(
  words: readonly string[],
  suited: readonly [MoodName, ...MoodName[]],
  random: Random,
): Mood {
  const fallback = random.pick(suited);
  const asked = words.map(moodOf).find((name) => name !== undefined);
  return MOODS[asked ?? fallback];
}

function moodOf(word: string): MoodName | undefined {
  return MOOD_OF.get(word);
}

const MOOD_OF: ReadonlyMap<string, MoodName> = new Map(
  Object.entries(WORDS).flatMap(([name, words]) =>
    isMoodName(name) ? words.map((word) => [word, name] as const) : [],
  ),
);

function isMoodName(name: string): name is MoodName {
  return name in MOODS;
}
