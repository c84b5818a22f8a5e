import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createRandom } from '../../support/random.ts';
import { invokeEndpoint } from '../api.ts';
import type { PackId } from '#contract/packs.ts';
import type { TestEnvironment } from '../../support/cloud/environment.ts';
import { throttleModels } from '../../support/cloud/fault-proxy.ts';
import { triggerWelcome } from '../users.ts';
import { deliverMessage, listMessages } from '../generations.ts';
import { type Action, type ActionOf, type History, CallControl, PICTURES } from './actions.ts';
import { Actor } from './actor.ts';
import { checkHistory, type Heir } from './check-history.ts';
import { StripePayments } from './stripe-payments.ts';

/** The result of a history, and the violations that it found. */
export interface HistoryResult {
  actions: number;
  /** Calls that met a fault. */
  faults: number;
  events: number;
  savedDesigns: number;
  violations: string[];
}

/** Number of times that Stripe repeats its events at the end, without faults. */
const REDELIVERIES = 5;

/** The services whose calls a history orders, and makes fail. */
const CONTROLLED_SERVICES = ['DYNAMODB', 'S3', 'SQS'] as const;

/** A user with another account of the same mailbox, and their payments. */
export interface Run {
  environment: TestEnvironment;
  actor: Actor;
  heir: Heir;
  stripe: StripePayments;
}

/** Runs a history with a new user, completes everything that is unfinished, and checks the result. */
export async function runHistory(environment: TestEnvironment, history: History): Promise<HistoryResult> {
  const { cloud, proxy } = environment;
  const actor = new Actor(cloud, history.email);
  const heir = { actor: new Actor(cloud, 'always', actor.userId), forbidden: [] };
  const stripe = new StripePayments(cloud);
  const run = { environment, actor, heir, stripe };
  const control = new CallControl(createRandom(history.scheduling));
  const lane = proxy.follow([actor.userId, heir.actor.userId], control.plan, {
    enter: control.enter,
    services: CONTROLLED_SERVICES,
  });
  const busy = history.isBusy
    ? proxy.follow([actor.userId], throttleModels, { services: ['BEDROCK_RUNTIME'] })
    : undefined;
  try {
    if (history.isWelcomed) await triggerWelcome(cloud, actor.user);
    if (history.credits > 0) await actor.grant(-1, history.credits);
    for (let index = 0; index < history.photos; index += 1) await actor.createPhoto(index, PICTURES[0]);
    for (const pack of history.packs) await buy(run, pack, 'pay');
    for (const [index, round] of history.rounds.entries()) {
      if (index >= history.rounds.length / 2) busy?.end();
      await Promise.all(
        round.map(async (action) => {
          if (action.delay > 0) await delay(action.delay);
          await control.runAction(action.fault, () => runAction(run, action));
        }),
      );
    }
    busy?.end();
    await complete(run);
    return {
      actions: history.rounds.flat().length,
      faults: control.injectedCount,
      events: stripe.events.size,
      savedDesigns: actor.savedDesigns.length,
      violations: await checkHistory(environment, actor, heir, stripe),
    };
  } finally {
    busy?.end();
    lane.end();
  }
}

/** Runs an action without its fault and its delay. */
export async function runAction(run: Run, action: Action): Promise<void> {
  const { environment, actor, stripe } = run;
  switch (action.kind) {
    case 'generate':
      return actor.generate(action.index, action.words);
    case 'cancel':
      return actor.cancel('generation', action.index);
    case 'cancelEdit':
      return actor.cancel('edit', action.index);
    case 'processLine':
      return processLine(run, action.copies);
    case 'read':
      return actor.read();
    case 'deleteThumbnail':
      return actor.deleteThumbnail(action.index);
    case 'saveDesign':
      return actor.saveDesign(action);
    case 'createPhoto':
      return makePhoto(run, action);
    case 'createCutout':
      return actor.createCutout(action.index, action.words);
    case 'createEdit':
      return actor.createEdit(action);
    case 'deleteCutout':
      return actor.deleteCutout(action.index);
    case 'grant':
      return actor.grant(action.index, action.credits);
    case 'triggerWelcome':
      await triggerWelcome(environment.cloud, actor.user);
      return;
    case 'deleteAccount':
      return actor.deleteAccount();
    case 'runSchedules':
      return runDueSchedules(run);
    case 'buy':
      return buy(run, action.pack, action.payment);
    case 'buyAgain':
      return buyAgain(run, action.pack);
    case 'stripe': {
      const purchase = stripe.purchases[action.index % stripe.purchases.length];
      if (purchase !== undefined) stripe.act(purchase, action.act);
      return;
    }
    case 'deliver':
      return deliver(run, action);
  }
}

async function buy(
  { actor, stripe }: Run,
  pack: ActionOf<'buy'>['pack'],
  payment: ActionOf<'buy'>['payment'],
) {
  const sessionId = await actor.openCheckout(pack);
  if (sessionId === undefined) return;
  const purchase = stripe.addCheckout(sessionId, pack);
  if (payment !== 'leave') stripe.pay(purchase, payment);
}

/**
 * Buys with the other account of the mailbox. A dispute can begin or end during the checkout. Only a dispute that is open
 * before and after the checkout must block it.
 */
async function buyAgain({ environment: { inspector }, actor, heir, stripe }: Run, pack: PackId) {
  const listDisputed = async () => {
    const purchases = await inspector.purchases(actor.userId);
    return purchases.filter(({ state }) => state === 'disputed').map(({ id }) => String(id));
  };
  const before = await listDisputed();
  const sessionId = await heir.actor.openCheckout(pack);
  if (sessionId === undefined) return;
  const after = await listDisputed();
  heir.forbidden.push(...before.filter((id) => after.includes(id)));
  stripe.pay(stripe.addCheckout(sessionId, pack), 'pay');
}

/** An upload is of this user, of another account, or does not exist. */
async function makePhoto({ actor, heir }: Run, { index, picture, upload }: ActionOf<'createPhoto'>) {
  if (upload === 'own') return actor.createPhoto(index, picture);
  const foreign = upload === 'foreign' ? await heir.actor.uploadPhoto(picture) : undefined;
  return actor.createPhoto(index, picture, foreign ?? randomUUID());
}

async function deliver({ stripe }: Run, { event, copies }: ActionOf<'deliver'>): Promise<void> {
  const ids = [...stripe.events.keys()].toReversed();
  const chosen = event === 'undelivered' ? undefined : ids[event % ids.length];
  const due = event === 'undelivered' ? stripe.listUndelivered() : chosen === undefined ? [] : [chosen];
  await Promise.all(
    Array.from({ length: copies }, () => due).flatMap((each) => each.map((id) => stripe.deliver(id))),
  );
}

/**
 * Runs the scheduled functions that have work for this user, as they would run ten minutes later. They also process the
 * users of other histories, so their errors may come from the faults of those histories.
 */
async function runDueSchedules({ environment: { cloud, inspector }, actor }: Run): Promise<void> {
  const due = await inspector.backdate(actor.userId);
  await Promise.all([
    due.generations && cloud.invoke('RefundAbandoned', {}).catch(() => undefined),
    due.deletion && cloud.invoke('FinishClosings', {}).catch(() => undefined),
  ]);
}

async function processLine({ environment: { cloud }, actor }: Run, copies: number): Promise<void> {
  const ids = listMessages(cloud, actor.userId);
  await Promise.all(
    Array.from({ length: copies }, () => ids).flatMap((each) => each.map((id) => deliverMessage(cloud, id))),
  );
}

/**
 * Without faults: the user visits, Stripe and SQS deliver what is undelivered, another account of the mailbox buys, the
 * scheduled functions run, and SQS delivers everything once more.
 */
export async function complete(run: Run): Promise<void> {
  const { environment, actor, stripe } = run;
  await invokeEndpoint(environment.cloud, actor.user, 'readCredits');
  await redeliver(stripe);
  await buyAgain(run, 'starter');
  await redeliver(stripe);
  // An attempt that died is continued after its time.
  await environment.inspector.backdate(actor.userId);
  await processLine(run, 2);
  await runDueSchedules(run);
  await processLine(run, 1);
  // The deletion of a thumbnail ends after its edits, which the line has just ended.
  await runDueSchedules(run);
}

async function redeliver(stripe: StripePayments): Promise<void> {
  for (let time = 0; time < REDELIVERIES && stripe.listUndelivered().length > 0; time += 1) {
    await Promise.all(stripe.listUndelivered().map((id) => stripe.deliver(id)));
  }
}
