import fc from 'fast-check';
import { generateThumbnailResponse } from '../../../contract/schemas.ts';
import type { Creator } from '../../integration/support/creator.ts';
import type { Found } from '../found.ts';
import type { Attack } from '../part.ts';
import { deliveryOf } from './deliveries.ts';
import { parsed, wrongAnswer } from './judge.ts';
import { badDelivery, badRequest, OTHERS, OWN, type BadDelivery, type BadRequest } from './requests.ts';
import type { Answered, Sent } from './send.ts';
import { tokensOf, type Authorization } from './tokens.ts';

const REQUESTS = { proof: 10_000, sample: 280 } as const;
const DELIVERIES = { proof: 2_000, sample: 40 } as const;
/** Requests at the same time. */
const LANES = 8;

export interface Target {
  send: (sent: Sent) => Promise<Answered>;
  creator: Creator;
  otherId: string;
  /** An event of Stripe's that has been taken before. */
  payload: string;
}

export interface Fuzzed {
  found: Found[];
  /** Ids of the generations that were answered with a picture. */
  generated: Set<string>;
}

export async function fuzz(target: Target, { seed, extent }: Attack): Promise<Fuzzed> {
  const authorization = await tokensOf(target.creator);
  const generated = new Set<string>();
  const ask = async (bad: BadRequest) => {
    const sent = requestOf(target, bad, authorization);
    const answer = await target.send(sent);
    const { data } = generateThumbnailResponse.safeParse(parsed(answer.body));
    if (data !== undefined) generated.add(data.generationId);
    return (
      wrongAnswer(sent, answer) ?? (isRefused(bad, answer) ? undefined : `took a bad token: ${answer.body}`)
    );
  };
  const deliver = async (bad: BadDelivery) => {
    const sent = deliveryOf(target.payload, bad);
    const answer = await target.send(sent);
    const taken = answer.status === 200;
    return (
      wrongAnswer(sent, answer) ?? (taken === (bad.what === 'untouched') ? undefined : `taken: ${taken}`)
    );
  };
  return {
    generated,
    found: [
      await inLanes('requests', badRequest, ask, { seed, runs: REQUESTS[extent] }),
      await inLanes('Stripe’s events, changed on their way', badDelivery, deliver, {
        seed,
        runs: DELIVERIES[extent],
      }),
    ],
  };
}

/** Tries one arbitrary after the other, several at the same time; what does not hold shrinks. */
async function inLanes<T>(
  what: string,
  arbitrary: fc.Arbitrary<T>,
  attempt: (value: T) => Promise<string | undefined>,
  { seed, runs }: { seed: number; runs: number },
): Promise<Found> {
  const property = fc.asyncProperty(arbitrary, async (value) => {
    const wrong = await attempt(value);
    if (wrong !== undefined) throw new Error(wrong);
  });
  const lanes = await Promise.all(
    Array.from({ length: LANES }, (_, lane) =>
      fc.check(property, { seed: seed + lane, numRuns: Math.ceil(runs / LANES) }),
    ),
  );
  const failed = lanes.filter((lane) => lane.failed);
  const tried = lanes.reduce((sum, { numRuns }) => sum + numRuns, 0);
  return {
    line: { what, tried, held: tried - failed.length },
    violations: failed.map(
      ({ errorInstance, counterexample }) =>
        `${String(errorInstance)} for ${JSON.stringify(counterexample?.[0])}`,
    ),
  };
}

function requestOf({ creator, otherId }: Target, bad: BadRequest, authorization: Authorization): Sent {
  const { call, query, contentType, headers } = bad;
  const { method, path, body } = call;
  const fill = (text: string) => text.replaceAll(OWN, creator.userId).replaceAll(OTHERS, otherId);
  const search = query.map(([name, value]) => `${name}=${value}`).join('&');
  const header = authorization(mayClose(bad) ? 'none' : bad.token);
  return {
    method,
    path: fill(path).replaceAll(/[{}]/g, encodeURIComponent) + (search === '' ? '' : `?${search}`),
    headers: {
      ...headers,
      ...(contentType !== '' && { 'content-type': contentType }),
      ...(header !== undefined && { authorization: header }),
    },
    body: Buffer.from(fill(body.text), body.encoding),
  };
}

/** The one right request that would end the attack. */
function mayClose({ call: { method, path } }: BadRequest): boolean {
  return method === 'DELETE' && path === '/api/account';
}

/** Whether a request without a good token was kept out. The webhook has none; what is not a route is not found first. */
function isRefused({ token, call: { path } }: BadRequest, { status }: Answered): boolean {
  return token === 'good' || path === '/api/stripe-webhook' || status === 401 || status === 404;
}
