import { randomUUID } from 'node:crypto';
import type { Answer, Creator } from '../../support/cloud/creator.ts';
import type { RequestParts } from '../../support/valid-requests.ts';
import type { Victim } from './victim.ts';

/** A request with an id of the victim, and the same request with an id that does not exist. */
export interface Attempt {
  description: string;
  createRequest: (id: string) => RequestParts;
  victimId: string;
  unknownId?: string;
  /** The status of both responses. */
  status: number;
}

/** An endpoint without ids ignores the ids that are sent. */
export const ignoresQuery = ({ creator }: Victim): Attempt[] => [
  {
    description: 'the user id as a query parameter',
    createRequest: (id) => ({ query: { userId: id, sub: id } }),
    victimId: creator.userId,
    status: 200,
  },
];

/** An endpoint that names an object in its path. It does not find the victim's. */
export const names = (ids: Record<string, string>): Attempt[] =>
  Object.entries(ids).map(([description, victimId]) => ({
    description,
    createRequest: (id) => ({ params: { id } }),
    victimId,
    status: 404,
  }));

export const UNKNOWN_SESSION = 'cs_test_x';

/** An endpoint that names a checkout session in its path. It does nothing for the victim's. */
export const namesSession = ({ sessionId }: Victim): Attempt[] => [
  {
    description: 'the checkout session',
    createRequest: (id) => ({ params: { id } }),
    victimId: sessionId,
    unknownId: UNKNOWN_SESSION,
    status: 200,
  },
];

/** An endpoint, or its reference, that is for succeeded thumbnails only. It does not find the victim's generations. */
export const findsNone = (
  { creator, finishedId, failedId, editId, cutoutId }: Victim,
  createRequest: Attempt['createRequest'],
  status = 404,
): Attempt[] =>
  Object.entries({
    'a finished thumbnail': finishedId,
    'a failed one': failedId,
    'an edit': editId,
    'a cut-out': cutoutId,
    'the user id': creator.userId,
  }).map(([description, victimId]) => ({ description, createRequest, victimId, status }));

/** Asks the text model for a suggestion for a thumbnail. */
export const asksFor = (request: object) => (victim: Victim) =>
  findsNone(victim, (thumbnailId) => ({ body: { thumbnailId, ...request } }));

/** A copy of a thumbnail takes the id of another user's file as the id of the attacker's own copy. */
export const duplicates = (victim: Victim): Attempt[] => [
  ...findsNone(victim, (id) => ({ params: { id }, body: { copyId: randomUUID() } })),
  {
    description: 'the id of a reference image as the id of a copy of the attacker’s own thumbnail',
    createRequest: (copyId) => ({ params: { id: victim.reusedId }, body: { copyId } }),
    victimId: victim.referenceId,
    status: 200,
  },
];

/** A photo takes only the caller's own uploads, and its id is the id of the caller's own thumbnail. */
export function makesPhotos({ creator, finishedId, referenceId }: Victim, attacker: Creator): Attempt[] {
  const createRequest = (body: object) => ({
    body: { userId: attacker.userId, referenceId: randomUUID(), ...body },
  });
  return [
    {
      description: 'the user id',
      createRequest: (userId) => createRequest({ userId }),
      victimId: creator.userId,
      status: 403,
    },
    {
      description: 'the reference image',
      createRequest: (id) => createRequest({ referenceId: id }),
      victimId: referenceId,
      status: 422,
    },
    {
      description: 'the id of a thumbnail, which starts the attacker’s own one',
      createRequest: (generationId) => createRequest({ generationId }),
      victimId: finishedId,
      status: 422,
    },
  ];
}

/** The history of credits takes the cursor of another user as a place in the caller's own history. */
export const continuesHistory = ({ creditCursor }: Victim): Attempt => ({
  description: 'the cursor',
  createRequest: (cursor) => ({ query: { limit: '1', cursor } }),
  victimId: creditCursor,
  unknownId: nameUnknownEntry(creditCursor),
  status: 200,
});

/** Replaces the entry in a cursor of the history by an entry that does not exist. */
function nameUnknownEntry(cursor: string): string {
  const position = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as object;
  return Buffer.from(JSON.stringify({ ...position, entryId: 'spend#none' })).toString('base64url');
}

/** Compares the response for an id of the victim with the one for an id that does not exist. */
export async function findDifference(
  { victimId, unknownId = randomUUID(), status }: Attempt,
  send: (id: string) => Promise<Answer>,
): Promise<string | undefined> {
  const actual = toComparable(await send(victimId), victimId);
  const expected = toComparable(await send(unknownId), unknownId);
  const [actualText, expectedText] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (actual.status !== status) return `the response is ${actualText}`;
  return actualText === expectedText
    ? undefined
    : `the response is ${actualText}, but ${expectedText} for an unknown id`;
}

/** Headers that depend on the time of the request or on the length of the id. */
const VARYING_HEADERS: ReadonlySet<string> = new Set(['date', 'apigw-requestid', 'content-length']);

/** Removes what differs between any two requests: request id, signature and the requested id. */
function toComparable({ status, headers, body }: Answer, id: string) {
  const text = JSON.stringify({ ...body, requestId: undefined })
    .replaceAll(id, 'ID')
    .replace(/Expires=[^"]*/g, '');
  return { status, headers: [...headers].filter(([name]) => !VARYING_HEADERS.has(name)), text };
}
