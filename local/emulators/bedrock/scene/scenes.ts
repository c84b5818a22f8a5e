import { car } from './car.ts';
import { castle } from './castle.ts';
import { city } from './city.ts';
import { face } from './face.ts';
import { food } from './food.ts';
import { forest } from './forest.ts';
import { gaming } from './gaming.ts';
import { growth } from './growth.ts';
import { laptop } from './laptop.ts';
import { mountains } from './mountains.ts';
import type { Random } from './random.ts';
import { ribbons } from './ribbons.ts';
import { robot } from './robot.ts';
import { sea } from './sea.ts';
import { space } from './space.ts';
import type { Scene } from './stage.ts';

const SCENES: readonly Scene[] = [
  ...[castle, mountains, city, gaming, laptop, face, space, sea, forest, food, car, growth, robot],
  ribbons,
];

/** What a prompt gets that names nothing we can draw. */
const FALLBACKS: readonly [Scene, ...Scene[]] = [ribbons, ribbons, mountains, city, space, sea];

/** The scene that most of the words call for; the first one named wins a tie. */
export function chooseScene(words: readonly string[], random: Random): Scene {
  const fallback = random.pick(FALLBACKS);
  const votes = new Map<Scene, number>();
  for (const word of words) {
    for (const scene of BY_WORD.get(word) ?? []) votes.set(scene, (votes.get(scene) ?? 0) + 1);
  }
  // A Map keeps the order of first mention, and the sort is stable.
  const [winner] = [...votes].toSorted(([, a], [, b]) => b - a);
  return winner?.[0] ?? fallback;
}

const BY_WORD: ReadonlyMap<string, readonly Scene[]> = indexByWord();

function indexByWord(): Map<string, Scene[]> {
  const index = new Map<string, Scene[]>();
  for (const scene of SCENES) {
    for (const word of scene.words) index.set(word, [...(index.get(word) ?? []), scene]);
  }
  return index;
}
