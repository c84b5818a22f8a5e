import { randomUUID } from 'node:crypto';
import { LOCAL_PRICES } from '../../../local/connect-stripe.ts';
import type { EmbeddedCloud } from '../../../local/embedded-cloud.ts';
import { request, type Answer, type Creator } from '../../integration/support/creator.ts';
import { foundBy, type Found } from '../found.ts';
import type { Owner } from './owner.ts';

interface People {
  ada: Owner;
  /** Tries Ada's ids. */
  mallory: Creator;
  /** Deletes her own account, while naming Ada. */
  eve: Creator;
}

/** A call with an id in it: Ada's, and one that never was. The two answers must not differ. */
interface Trespass {
  what: string;
  call: (id: string) => Promise<Answer>;
  theirs: string;
  unknown: string;
  /** The status that both get. */
  status: number;
}

/** Every id of Ada's, on every route that takes one, and as a parameter where none is taken. */
export async function trespasses(cloud: EmbeddedCloud, people: People): Promise<Found> {
  const verdicts: (string | undefined)[] = [];
  for (const trespass of [...onRoutes(people), ...asParameters(cloud, people)]) {
    verdicts.push(await verdictOn(trespass));
  }
  return foundBy('ids of another’s, by route', verdicts);
}

function onRoutes({ ada, mallory }: People): Trespass[] {
  const { creator, generations, cursor, sessionId } = ada;
  const unknown = randomUUID();
  const read = (id: string) => mallory.get(`/api/thumbnails/${id}`);
  const generate = (more: Record<string, unknown>) => mallory.generate('mine', more);
  return [
    { what: 'reading a finished one', call: read, theirs: generations.finished, unknown, status: 404 },
    { what: 'reading a failed one', call: read, theirs: generations.failed, unknown, status: 404 },
    { what: 'reading the user’s id', call: read, theirs: creator.userId, unknown, status: 404 },
    { what: 'reading a checkout’s id', call: read, theirs: sessionId, unknown: 'cs_test_x', status: 400 },
    {
      what: 'the list from their cursor on',
      call: (id) => mallory.get(`/api/thumbnails?limit=1&cursor=${id}`),
      theirs: cursor,
      unknown: unknownCursor(),
      status: 200,
    },
    {
      what: 'generating at their cost',
      call: (userId) => generate({ userId }),
      theirs: creator.userId,
      unknown,
      status: 403,
    },
    {
      what: 'generating under a finished one’s id: that makes one’s own',
      call: (generationId) => generate({ generationId }),
      theirs: generations.finished,
      unknown,
      status: 200,
    },
    {
      what: 'paying for them',
      call: (userId) =>
        mallory.post('/api/create-stripe-checkout', { priceId: LOCAL_PRICES.starter, userId }),
      theirs: creator.userId,
      unknown,
      status: 403,
    },
    {
      what: 'paying with their checkout’s id for a price',
      call: (priceId) => mallory.post('/api/create-stripe-checkout', { priceId, userId: mallory.userId }),
      theirs: sessionId,
      unknown: 'cs_test_x',
      status: 400,
    },
  ];
}

/** What a route does not ask for, it does not look at. */
function asParameters(cloud: EmbeddedCloud, { ada, mallory, eve }: People): Trespass[] {
  const { userId } = ada.creator;
  const ids = { theirs: userId, unknown: randomUUID(), status: 200 };
  const reads = ['/api/credits', '/api/thumbnails', '/api/purchases'].map((path) => ({
    what: `${path} with their id as a parameter`,
    call: (id: string) => mallory.get(`${path}?userId=${id}&sub=${id}`),
    ...ids,
  }));
  const close = (id: string) =>
    request(`${cloud.url}/api/account?userId=${id}`, eve.token, {
      method: 'DELETE',
      body: JSON.stringify({ userId: id }),
    });
  return [...reads, { what: 'deleting their account', call: close, ...ids }];
}

async function verdictOn({ what, call, theirs, unknown, status }: Trespass): Promise<string | undefined> {
  const met = essence(await call(theirs), theirs);
  const expected = essence(await call(unknown), unknown);
  if (met.status !== status) return `${what}: answered ${JSON.stringify(met)}`;
  return JSON.stringify(met) === JSON.stringify(expected)
    ? undefined
    : `${what}: answered ${JSON.stringify(met)}, and ${JSON.stringify(expected)} where there is nothing`;
}

/** Headers that tell of the moment, or how long the id is. */
const VARYING: ReadonlySet<string> = new Set(['date', 'apigw-requestid', 'content-length']);

/** An answer without what differs from call to call: the request's id, times, signatures, and the id that was asked for. */
function essence({ status, headers, body }: Answer, id: string) {
  const text = JSON.stringify({ ...body, requestId: undefined })
    .replaceAll(id, 'ID')
    .replace(/X-Amz-[^"]*/g, '');
  const kept = [...headers].filter(([name]) => !VARYING.has(name));
  return { status, headers: kept, text };
}

function unknownCursor(): string {
  const position = { generationId: randomUUID(), listedAt: '2020-01-01T00:00:00.000Z' };
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}
