import { createHash } from 'node:crypto';

/** What the stand-in does for a video whose id begins with this word. docs/embedded-cloud.md lists them. */
const REHEARSALS = [
  'private',
  'deleted',
  'noembed',
  'lowres',
  'slowvid',
  'nojson',
  'err500',
  'halfjpg',
  'htmljpg',
  'moved',
] as const;
export type Rehearsal = (typeof REHEARSALS)[number];

export function findRehearsal(id: string): Rehearsal | undefined {
  return REHEARSALS.find((word) => id.startsWith(word));
}

export interface Video {
  title: string;
  author: string;
}

const TITLES = [
  'I Built a Castle in 24 Hours',
  'Why Robots Will Not Take Your Job',
  'How I Grew to 100,000 Subscribers',
  'The Mountain Nobody Climbs in Winter',
  'My First Week in Space Camp',
  'I Tested Every Gaming Mouse',
  'Learn TypeScript in One Evening',
  'A Night Walk through the City',
];
const AUTHORS = ['Nova Makes', 'Plain Science', 'Studio Otter', 'Kai on the Road', 'Byte Sized'];

/** The title and the author of a video, which its id selects. */
export function describeVideo(id: string): Video {
  const hash = createHash('sha256').update(id).digest();
  return {
    title: TITLES[(hash[0] ?? 0) % TITLES.length] ?? '',
    author: AUTHORS[(hash[1] ?? 0) % AUTHORS.length] ?? '',
  };
}

/** An id that depends on the seed only, in the characters of YouTube's ids. */
export function createId(seed: string, length: number): string {
  return createHash('sha256').update(seed).digest('base64url').slice(0, length);
}
