import { readFileSync } from 'node:fs';
import type { PaletteName } from './palettes.ts';

type Palettes = readonly [PaletteName, ...PaletteName[]];

interface Scene {
  /** The name of the SVG asset in `scenes/`. */
  name: string;
  palettes: Palettes;
  /** The words of a prompt that select this scene, in the singular. */
  words: ReadonlySet<string>;
}

const ABSTRACT = defineScene(
  'abstract',
  ['neon', 'dusk', 'rose', 'arctic', 'golden', 'dawn'],
  'abstract wave music song gradient wallpaper art painting design colorful minimal dream idea ocean sea',
);

const SCENES: readonly Scene[] = [
  defineScene(
    'castle',
    ['dusk', 'night', 'rose', 'crimson', 'arctic'],
    `castle kingdom medieval knight king queen princess fortress palace tower fantasy wizard magic throne minecraft
    rpg quest build built dungeon house`,
  ),
  defineScene(
    'mountains',
    ['dusk', 'dawn', 'rose', 'arctic', 'golden', 'night'],
    `mountain hill peak hike hiking climb everest alp valley landscape travel adventure journey nature camping snow
    survive survival volcano dragon world forest tree island`,
  ),
  defineScene(
    'city',
    ['night', 'neon', 'dusk', 'golden', 'rose'],
    `city skyline downtown urban street tokyo york nyc london dubai paris building skyscraper cyberpunk future
    futuristic metropolis apartment batman hero car supercar`,
  ),
  defineScene(
    'gaming',
    ['neon', 'arctic', 'dusk', 'night'],
    `gaming gamer game setup pc esport stream streamer twitch console playstation xbox nintendo fortnite roblox
    keyboard monitor rgb headset headphone controller neon gpu battlestation speedrun room desk`,
  ),
  defineScene(
    'laptop',
    ['night', 'dusk', 'neon', 'arctic', 'golden'],
    `code coding programming programmer developer laptop computer software app javascript typescript python react web
    website learn tutorial course study studying work office remote productivity notion macbook hacker hacking aws
    cloud linux startup saas writing editing tech`,
  ),
  defineScene(
    'person',
    ['golden', 'neon', 'noon', 'rose', 'crimson', 'dusk'],
    `face shocked surprised shock reaction react person man woman guy girl boy youtuber creator crying angry happy
    scream screaming people friend kid mother dad mom teacher interview podcast story wrong mistake secret truth quit`,
  ),
  defineScene(
    'space',
    ['neon', 'night', 'dusk', 'arctic', 'crimson'],
    `space planet galaxy rocket mars moon nasa spacex astronaut alien ufo star universe cosmic cosmo solar orbit
    asteroid spaceship starship earth black hole physics science`,
  ),
  defineScene(
    'growth',
    ['emerald', 'golden', 'night', 'neon', 'dusk'],
    `money growth grow rich income business invest investing stock crypto bitcoin dollar million millionaire profit
    sale salary earn earning budget finance trading passive chart subscriber view viral 000 cash`,
  ),
  defineScene(
    'robot',
    ['neon', 'night', 'crimson', 'arctic'],
    'robot ai chatgpt gpt artificial intelligence machine android bot automation automate prompt agent',
  ),
  ABSTRACT,
];

function defineScene(name: string, palettes: Palettes, words: string): Scene {
  return { name, palettes, words: new Set(words.split(/\s+/)) };
}

/**
 * Chooses the scene that most of the words select. If several scenes get the same number of votes, chooses the scene that the words select
 * first.
 */
export function chooseScene(words: readonly string[]): Scene {
  const votes = new Map<Scene, number>();
  for (const word of words) {
    for (const scene of SCENES) {
      if (scene.words.has(word)) votes.set(scene, (votes.get(scene) ?? 0) + 1);
    }
  }
  // A Map keeps its insertion order, and the sort is stable.
  const [winner] = [...votes].toSorted(([, a], [, b]) => b - a);
  return winner?.[0] ?? ABSTRACT;
}

/** Splits a prompt into words in lower case. Converts simple plurals to the singular. */
export function splitWords(prompt: string): string[] {
  return (prompt.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map(toSingular);
}

function toSingular(word: string): string {
  if (word.length < 4 || word.endsWith('ss') || word.endsWith('us')) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:ch|sh|x)es$/u.test(word)) return word.slice(0, -2);
  return word.endsWith('s') ? word.slice(0, -1) : word;
}

const SIZE = { width: 1600, height: 900 };
/** The horizontal center of the subject in every scene. */
const SUBJECT_X = 1136;

/** Crops the SVG of a scene around its subject to the aspect ratio of the image. */
export function placeScene({ name }: Scene, width: number, height: number): string {
  const svg = readFileSync(new URL(`scenes/${name}.svg`, import.meta.url), 'utf8');
  const scale = Math.max(width / SIZE.width, height / SIZE.height);
  const cropWidth = width / scale;
  const left = Math.max(0, Math.min(SUBJECT_X - cropWidth / 2, SIZE.width - cropWidth));
  const top = (SIZE.height - height / scale) / 2;
  return svg
    .replace(/^<svg[^>]*>/, `<g transform="scale(${scale})translate(${-left} ${-top})">`)
    .replace(/<\/svg>\s*$/, '</g>');
}
