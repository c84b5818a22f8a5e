import { readFileSync } from 'node:fs';
import type { PaletteName } from './palettes.ts';

interface Scene {
  /** The SVG asset in `scenes/`. */
  name: string;
  /** Words of a prompt that select this scene, in the singular. */
  words: string;
  palettes: readonly [PaletteName, ...PaletteName[]];
}

const ABSTRACT: Scene = {
  name: 'abstract',
  words:
    'abstract wave music song gradient wallpaper art painting design colorful minimal dream idea ocean sea',
  palettes: ['neon', 'dusk', 'rose', 'arctic', 'golden', 'dawn'],
};

const SCENES: readonly Scene[] = [
  {
    name: 'castle',
    words:
      'castle kingdom medieval knight king queen princess fortress palace tower fantasy wizard magic throne ' +
      'minecraft rpg quest build built dungeon house',
    palettes: ['dusk', 'night', 'rose', 'crimson', 'arctic'],
  },
  {
    name: 'mountains',
    words:
      'mountain hill peak hike hiking climb everest alp valley landscape travel adventure journey nature camping ' +
      'snow survive survival volcano dragon world forest tree island',
    palettes: ['dusk', 'dawn', 'rose', 'arctic', 'golden', 'night'],
  },
  {
    name: 'city',
    words:
      'city skyline downtown urban street tokyo york nyc london dubai paris building skyscraper cyberpunk future ' +
      'futuristic metropolis apartment batman hero car supercar',
    palettes: ['night', 'neon', 'dusk', 'golden', 'rose'],
  },
  {
    name: 'gaming',
    words:
      'gaming gamer game setup pc esport stream streamer twitch console playstation xbox nintendo fortnite roblox ' +
      'keyboard monitor rgb headset headphone controller neon gpu battlestation speedrun room desk',
    palettes: ['neon', 'arctic', 'dusk', 'night'],
  },
  {
    name: 'laptop',
    words:
      'code coding programming programmer developer laptop computer software app javascript typescript python ' +
      'react web website learn tutorial course study studying work office remote productivity notion macbook ' +
      'hacker hacking aws cloud linux startup saas writing editing tech',
    palettes: ['night', 'dusk', 'neon', 'arctic', 'golden'],
  },
  {
    name: 'person',
    words:
      'face shocked surprised shock reaction react person man woman guy girl boy youtuber creator crying angry ' +
      'happy scream screaming people friend kid mother dad mom teacher interview podcast story wrong mistake ' +
      'secret truth quit',
    palettes: ['golden', 'neon', 'noon', 'rose', 'crimson', 'dusk'],
  },
  {
    name: 'space',
    words:
      'space planet galaxy rocket mars moon nasa spacex astronaut alien ufo star universe cosmic cosmo solar orbit ' +
      'asteroid spaceship starship earth black hole physics science',
    palettes: ['neon', 'night', 'dusk', 'arctic', 'crimson'],
  },
  {
    name: 'growth',
    words:
      'money growth grow rich income business invest investing stock crypto bitcoin dollar million millionaire ' +
      'profit sale salary earn earning budget finance trading passive chart subscriber view viral 000 cash',
    palettes: ['emerald', 'golden', 'night', 'neon', 'dusk'],
  },
  {
    name: 'robot',
    words:
      'robot ai chatgpt gpt artificial intelligence machine android bot automation automate claude prompt agent',
    palettes: ['neon', 'night', 'crimson', 'arctic'],
  },
  ABSTRACT,
];

/** The scene that most of the words select; the first one named wins a tie. */
export function chooseScene(words: readonly string[]): Scene {
  const votes = new Map<Scene, number>();
  for (const word of words) {
    for (const scene of SCENES) {
      if (scene.words.split(' ').includes(word)) votes.set(scene, (votes.get(scene) ?? 0) + 1);
    }
  }
  // A Map keeps its insertion order, and the sort is stable.
  const [winner] = [...votes].toSorted(([, a], [, b]) => b - a);
  return winner?.[0] ?? ABSTRACT;
}

/** The words of a prompt in lower case and, where that is simple, in the singular. */
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
/** The middle of every scene's subject. */
const SUBJECT_X = 1136;

/** The scene's SVG, cropped around its subject to the aspect ratio of the image. */
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
