import type { EmbeddedCloud } from '../../../local/embedded-cloud.ts';
import { newCreator, type Creator, addCreator, type Answer } from '../../support/cloud/creator.ts';
import { inspectCloud } from '../../support/cloud-inspector.ts';
import { findViolations } from '../../support/invariants.ts';
import type { TestEnvironment } from '../../support/cloud/environment.ts';
import {
  toCheckResult,
  toPartReport,
  type CheckResult,
  type PartReport,
  type RunOptions,
} from '../report.ts';
import { buyPackThroughGateway } from '../stripe.ts';
import { grantCredits, watchUserState } from '../users.ts';
import { PROMPT_MARKER } from './values.ts';
import { fuzzApi } from './fuzz.ts';
import { createRawClient } from './http-client.ts';
import { RATE_LIMITS, WINDOWS } from '#contract/rate-limits.ts';
import { mapConcurrently } from '../../support/concurrency.ts';
import { DESIGN } from '../../support/designs.ts';

/** Enough for every generation that a run can request. */
const CREDITS = 1_000;

const DESCRIPTION =
  'Random bodies, headers, paths, queries, tokens and methods, most of them valid except for one part, and changed Stripe events; more saves and exports at once than one user may make. A response is never a 5xx, an error always has the contract’s format, and 200 is only for requests that the contract allows.';

/** Sends invalid requests to every endpoint. */
export async function proveInput({ cloud, logs }: TestEnvironment, options: RunOptions): Promise<PartReport> {
  const start = logs.length;
  const [creator, other] = await Promise.all([newCreator(cloud), newCreator(cloud)]);
  await grantCredits(cloud, creator.userId, CREDITS);
  const { event } = await buyPackThroughGateway(cloud, other);
  const checkUnchanged = await watchUserState(cloud, other.userId);

  const { send, close } = createRawClient(cloud.url);
  const target = { send, creator, otherId: other.userId, payload: JSON.stringify(event) };
  const { checks, generationIds } = await fuzzApi(target, options);
  close();
  const results = [
    ...checks,
    // A sample leaves it out: rate-limits.test.ts sends fewer requests at once.
    ...(options.size === 'full' ? [await checkLimits(cloud)] : []),
    await checkCharges(cloud, creator.userId, generationIds),
    await checkUnchanged(),
    checkLog(logs.slice(start), [creator, other]),
  ];
  return toPartReport('input', { title: 'Invalid input', description: DESCRIPTION }, options, results);
}

/** Every delivered image was charged once, and nothing else was. */
async function checkCharges(
  cloud: EmbeddedCloud,
  userId: string,
  generationIds: ReadonlySet<string>,
): Promise<CheckResult> {
  const inspector = inspectCloud(cloud);
  const ledger = await inspector.ledger(userId);
  const refunds = new Set(ledger.filter(({ kind }) => kind === 'refund').map(({ entryId }) => entryId));
  // A reference that cannot be used is refunded.
  const spends = ledger.filter(
    ({ kind, entryId }) => kind === 'spend' && !refunds.has(entryId.replace('spend', 'refund')),
  );
  return toCheckResult('charges, one for each delivered image', [
    ...spends.map(({ entryId }) =>
      generationIds.has(entryId.replace('spend#', ''))
        ? undefined
        : `${entryId} was charged without an image`,
    ),
    spends.length === generationIds.size
      ? undefined
      : `${generationIds.size} images were delivered, ${spends.length} charged`,
    ...(await findViolations(inspector, userId)),
  ]);
}

function checkLog(log: readonly string[], creators: readonly Creator[]): CheckResult {
  const secrets = [PROMPT_MARKER, ...creators.flatMap(({ email, token }) => [email, token.slice(0, 60)])];
  return toCheckResult(
    'log lines without a prompt, an address or a token',
    log.map((text) => (secrets.some((secret) => text.includes(secret)) ? `logged: ${text}` : undefined)),
  );
}

const WORKERS = 8;

/** Sends more requests than the limits of one user allow, several at the same time. */
async function checkLimits(cloud: EmbeddedCloud): Promise<CheckResult> {
  const creator = await addCreator(cloud);
  const { body } = await creator.generate('castle');
  const design = `/api/thumbnails/${String(body['generationId'])}/design`;
  const save = () => creator.put(design, { design: DESIGN, version: 0 });
  const requests = [
    { ...RATE_LIMITS.designSaves, send: save },
    { ...RATE_LIMITS.exports, send: () => creator.get('/api/account/export') },
  ];
  const outcomes: (string | undefined)[] = [];
  for (const { maximum, window, send } of requests) {
    const countWindows = () => Math.floor(Date.now() / WINDOWS[window]);
    const first = countWindows();
    const answers = await mapConcurrently(
      Array.from({ length: 2 * maximum + 5 }, (_, index) => index),
      WORKERS,
      send,
    );
    outcomes.push(...answers.map((answer) => findViolation(answer, WINDOWS[window] / 1_000)));
    const allowed = answers.filter(({ status }) => status !== 429).length;
    // A window may end meanwhile, and then another window begins.
    const isLimited = allowed >= maximum && allowed <= maximum * (countWindows() - first + 1);
    outcomes.push(isLimited ? undefined : `${allowed} requests passed a limit of ${maximum}`);
  }
  return toCheckResult('concurrent saves and exports above the limits of a user', outcomes);
}

/** Concurrent saves of one version conflict: one of them succeeds. */
function findViolation({ status, headers, body }: Answer, seconds: number): string | undefined {
  const answer = `${status} ${JSON.stringify(body)}`;
  if (status !== 429) return status === 200 || status === 409 ? undefined : `the response is ${answer}`;
  const wait = Number(headers.get('retry-after'));
  return wait >= 1 && wait <= seconds ? undefined : `Retry-After is ${wait} in the response ${answer}`;
}
