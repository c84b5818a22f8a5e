import { randomUUID } from 'node:crypto';
import { ENDPOINT_NAMES, type EndpointName } from '../../../contract/endpoints.ts';
import { generateThumbnailResponse, listThumbnailsResponse } from '../../../contract/schemas.ts';
import { LOCAL_PRICES } from '../../../local/connect-stripe.ts';
import type { EmbeddedCloud } from '../../../local/embedded-cloud.ts';
import { newCreator, type Answer, type Creator } from '../../integration/support/creator.ts';
import { requestEndpoint, type RequestParts } from '../api.ts';
import { toCheckResult, type CheckResult } from '../report.ts';
import { buyPackThroughGateway } from '../stripe.ts';

/** A user with one of everything that has an id. */
interface Victim {
  creator: Creator;
  finishedId: string;
  failedId: string;
  /** Of a generation that the attacker requests under the same id. */
  reusedId: string;
  /** Continues the victim's list of thumbnails. */
  cursor: string;
  sessionId: string;
  imageUrl: string;
}

export async function createVictim(cloud: EmbeddedCloud): Promise<Victim> {
  const creator = await newCreator(cloud);
  const [finishedId, failedId, reusedId] = [randomUUID(), randomUUID(), randomUUID()];
  const finished = await creator.generate('a castle', { generationId: finishedId });
  await creator.generate('a second castle', { generationId: reusedId });
  await creator.generate('[[filter]] a third castle', { generationId: failedId });
  const list = await requestEndpoint(cloud, creator.token, 'listThumbnails', { query: { limit: '1' } });
  const { cursor } = listThumbnailsResponse.parse(list.body);
  if (cursor === undefined) throw new Error('The list of two thumbnails has no second page.');
  const { sessionId } = await buyPackThroughGateway(cloud, creator);
  const imageUrl = generateThumbnailResponse.parse(finished.body).imageURL;
  return { creator, finishedId, failedId, reusedId, cursor, sessionId, imageUrl };
}

/** A request with an id of the victim, and the same request with an id that does not exist. */
interface Attempt {
  description: string;
  createRequest: (id: string) => RequestParts;
  victimId: string;
  unknownId?: string;
  /** The status of both responses. */
  status: number;
}

const UNKNOWN_SESSION = 'cs_test_x';
const UNKNOWN_CURSOR = Buffer.from(
  JSON.stringify({ generationId: randomUUID(), listedAt: '2020-01-01T00:00:00.000Z' }),
).toString('base64url');

/** An endpoint without ids ignores those that are sent. */
const ignoresQuery = ({ creator }: Victim): Attempt[] => [
  {
    description: 'the user id as a query parameter',
    createRequest: (id) => ({ query: { userId: id, sub: id } }),
    victimId: creator.userId,
    status: 200,
  },
];

/** The attempts on each endpoint. A new endpoint needs an entry. */
const ATTEMPTS = {
  generateThumbnail: ({ creator, reusedId }, attacker) => [
    {
      description: 'the user id',
      createRequest: (userId) => ({ body: { prompt: 'mine', userId } }),
      victimId: creator.userId,
      status: 403,
    },
    {
      description: 'the generation id, which creates the attacker’s own generation',
      createRequest: (generationId) => ({ body: { prompt: 'mine', userId: attacker.userId, generationId } }),
      victimId: reusedId,
      status: 200,
    },
  ],
  readCredits: ignoresQuery,
  listThumbnails: (victim) => [
    ...ignoresQuery(victim),
    {
      description: 'the cursor',
      createRequest: (cursor) => ({ query: { limit: '1', cursor } }),
      victimId: victim.cursor,
      unknownId: UNKNOWN_CURSOR,
      status: 200,
    },
  ],
  readThumbnail: ({ creator, finishedId, failedId, sessionId }) => {
    const createRequest = (id: string) => ({ params: { id } });
    return [
      { description: 'a finished generation', createRequest, victimId: finishedId, status: 404 },
      { description: 'a failed generation', createRequest, victimId: failedId, status: 404 },
      { description: 'the user id', createRequest, victimId: creator.userId, status: 404 },
      {
        description: 'the checkout session',
        createRequest,
        victimId: sessionId,
        unknownId: UNKNOWN_SESSION,
        status: 400,
      },
    ];
  },
  createStripeCheckout: ({ creator, sessionId }, attacker) => [
    {
      description: 'the user id',
      createRequest: (userId) => ({ body: { priceId: LOCAL_PRICES.starter, userId } }),
      victimId: creator.userId,
      status: 403,
    },
    {
      description: 'the checkout session as a price',
      createRequest: (priceId) => ({ body: { priceId, userId: attacker.userId } }),
      victimId: sessionId,
      unknownId: UNKNOWN_SESSION,
      status: 400,
    },
  ],
  listPurchases: ignoresQuery,
  deleteAccount: ({ creator }) => [
    {
      description: 'the user id, which deletes the caller’s own account',
      createRequest: (userId) => ({ query: { userId }, body: { userId } }),
      victimId: creator.userId,
      status: 200,
    },
  ],
  // It acts only on signed events. The part `input` changes them.
  stripeWebhook: () => [],
} as const satisfies Record<EndpointName, (victim: Victim, attacker: Creator) => Attempt[]>;

interface Users {
  victim: Victim;
  attacker: Creator;
  /** Deletes its own account. */
  deleted: Creator;
}

/** Sends every id of the victim to every endpoint. */
export async function requestWithForeignIds(
  cloud: EmbeddedCloud,
  { victim, attacker, deleted }: Users,
): Promise<CheckResult> {
  const outcomes: (string | undefined)[] = [];
  for (const name of ENDPOINT_NAMES) {
    const { token } = name === 'deleteAccount' ? deleted : attacker;
    for (const attempt of ATTEMPTS[name](victim, attacker)) {
      const send = (id: string) => requestEndpoint(cloud, token, name, attempt.createRequest(id));
      const violation = await findDifference(attempt, send);
      outcomes.push(violation && `${name} with ${attempt.description}: ${violation}`);
    }
  }
  return toCheckResult('another user’s ids at every endpoint', outcomes);
}

async function findDifference(
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
    .replace(/X-Amz-[^"]*/g, '');
  return { status, headers: [...headers].filter(([name]) => !VARYING_HEADERS.has(name)), text };
}
