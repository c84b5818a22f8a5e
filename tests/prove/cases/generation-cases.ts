import { randomUUID } from 'node:crypto';
import type { Charge } from '#contract/error-parts.ts';
import type { Fault, Lane, Plan } from '../../support/cloud/fault-proxy.ts';
import { findViolations } from '../../support/invariants.ts';
import type { Reply } from '../api.ts';
import { runSchedulesLater, type TestEnvironment } from '../../support/cloud/environment.ts';
import { createUser, generateThumbnail, INITIAL_CREDITS } from '../users.ts';

/** One generation of a new user, and the lane that injects faults into its calls. */
interface GenerationRun {
  environment: TestEnvironment;
  lane: Lane;
  /** Sends the request, or repeats it. */
  request: () => Promise<Reply>;
  /** Removes the faults and runs the scheduled functions as they would run ten minutes later. */
  runSchedules: () => Promise<void>;
}

interface CaseOptions {
  plan?: Plan;
  /** Rehearsal words for the model, or a link to a video of the stand-in. */
  words?: string;
  /** The expected statement of the response about the credit. */
  charge?: Charge;
  /** @default one request */
  run?: (run: GenerationRun) => Promise<Reply>;
  /** Not part of `npm test`: it takes long, or a unit test proves the same. */
  isFullOnly?: boolean;
}

interface GenerationCase extends CaseOptions {
  name: string;
  status: number;
  /** True if the generation ends with an image and one credit less. False if it ends without an image and takes no credit. */
  isSucceeded: boolean;
}

/** A generation that ends with an image. */
export const succeeds = (name: string, options: CaseOptions = {}): GenerationCase => ({
  name,
  status: 200,
  isSucceeded: true,
  ...options,
});
/** A generation that ends without an image and without a charge. */
const fails = (name: string, status: number, options: CaseOptions): GenerationCase => ({
  name,
  status,
  isSucceeded: false,
  ...options,
});

const NO_FAULTS: Plan = () => 'none';

/** Videos of YouTube's stand-in that cannot be used, and the status of a generation with their link. */
const UNUSABLE_VIDEOS = [
  ['private-001', 422],
  ['deleted-001', 422],
  ['err500--001', 503],
  ['halfjpg-001', 503],
  ['htmljpg-001', 503],
  ['moved---001', 503],
  ['slowvid-001', 503],
] as const;

const failFrom =
  (first: number, fault: Fault): Plan =>
  (call) =>
    call >= first ? fault : 'none';
const failOperation =
  (name: string, fault: Fault, first = 1, last = Infinity): Plan =>
  (call, operation) =>
    operation === name && call >= first && call <= last ? fault : 'none';
const holdModel = failOperation('InvokeModel', 'held');
const conflict = (first: number, last?: number) =>
  failOperation('TransactWriteItems', 'conflict', first, last);

export const GENERATION_CASES: readonly GenerationCase[] = [
  succeeds('TransactionConflict three times: the reserve is retried', { plan: conflict(1, 3) }),
  fails('TransactionConflict at every retry of the reserve: 429, nothing charged', 429, {
    plan: conflict(1),
    charge: 'none',
  }),
  fails('TransactionConflict at every retry of the refund: refund-abandoned refunds', 422, {
    plan: conflict(2),
    words: '[[filter]]',
    charge: 'returning',
  }),
  fails('throttled table from the settle on: refund-abandoned refunds', 503, {
    plan: failFrom(4, 'throttled'),
  }),
  fails('SlowDown from the bucket at every retry: refunded', 503, {
    plan: failOperation('PutObject', 'throttled'),
    charge: 'refunded',
  }),
  succeeds('first model throttled: the second model generates', { words: '[[throttle-once]]' }),
  fails('all models throttled: refunded', 503, { words: '[[throttle]]', charge: 'refunded' }),
  fails('credentials expired before the reserve: nothing charged', 500, { plan: failFrom(1, 'expired') }),
  fails('credentials expired during the model call: refund-abandoned refunds', 503, {
    plan: failFrom(2, 'expired'),
    charge: 'returning',
  }),
  succeeds('credentials renewed after they expired: the repeated request succeeds', {
    plan: failFrom(1, 'expired'),
    async run({ request, lane }) {
      await request();
      lane.replan(NO_FAULTS);
      return request();
    },
  }),
  fails('a model that never answers: 504 before the timeout, refunded', 504, {
    isFullOnly: true,
    words: '[[timeout]]',
    charge: 'refunded',
  }),
  succeeds('refund-abandoned during a slow model call: the generation continues', {
    plan: holdModel,
    async run({ environment, request, lane }) {
      const response = request();
      await lane.reached('InvokeModel');
      await environment.cloud.invoke('RefundAbandoned', {});
      await lane.deliverLate();
      return response;
    },
  }),
  fails('a model that answers after refund-abandoned: refunded once, the image removed', 500, {
    plan: holdModel,
    async run({ request, lane, runSchedules }) {
      const response = request();
      await lane.reached('InvokeModel');
      await runSchedules();
      await lane.deliverLate();
      return response;
    },
  }),
  fails('invocation died after it stored the image: refund-abandoned removes the image', 503, {
    plan: failFrom(4, 'not-sent'),
  }),
  fails('five concurrent runs of refund-abandoned: refunded once', 503, {
    plan: failFrom(2, 'not-sent'),
    async run({ request, runSchedules }) {
      const response = await request();
      await Promise.all(Array.from({ length: 5 }, runSchedules));
      return response;
    },
  }),
  succeeds('a link to a video', { words: 'https://youtu.be/dQw4w9WgXcQ' }),
  ...UNUSABLE_VIDEOS.map(([id, status]) =>
    fails(`a link to the video ${id} of the stand-in: refunded`, status, {
      words: `https://youtu.be/${id}`,
      charge: 'refunded',
      isFullOnly: id !== 'private-001',
    }),
  ),
];

/** Runs a case with a new user, and then the scheduled functions. @returns a sentence for each problem. */
export async function runGenerationCase(
  environment: TestEnvironment,
  { plan = NO_FAULTS, words = '', run = ({ request }) => request(), ...expected }: GenerationCase,
): Promise<string[]> {
  const { cloud, proxy, inspector } = environment;
  const user = await createUser(environment);
  const { userId } = user;
  const generationId = randomUUID();
  const lane = proxy.follow([userId], plan);
  const request = () => generateThumbnail(cloud, user, { generationId, words });
  const runSchedules = async () => {
    lane.replan(NO_FAULTS);
    await runSchedulesLater(environment, userId).catch((error: unknown) => {
      // It also refunds the users of other cases, and their faults may prevent that. The end state of this user is checked.
      if (!String(error).includes('Some abandoned generations were not refunded.')) throw error;
    });
  };
  const { status, body } = await run({ environment, lane, request, runSchedules });
  await runSchedules();
  lane.end();

  const [balance, images] = await Promise.all([inspector.balance(userId), inspector.images(userId)]);
  const count = expected.isSucceeded ? 1 : 0;
  const originals = images.filter((key) => key.endsWith('.png')).length;
  return [
    ...(status === expected.status ? [] : [`the status is ${status} instead of ${expected.status}`]),
    ...(expected.charge !== undefined && expected.charge !== body['charge']
      ? [`the response says ${JSON.stringify(body)}`]
      : []),
    ...(balance === INITIAL_CREDITS - count ? [] : [`${INITIAL_CREDITS} credits became ${balance}`]),
    ...(originals === count && images.length <= 2 * count ? [] : [`${images.length} images are stored`]),
    ...(await findViolations(inspector, userId)),
  ];
}
