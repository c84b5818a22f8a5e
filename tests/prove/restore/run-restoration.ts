import { DeleteTableCommand } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { z } from 'zod';
import * as mini from 'zod/mini';
import { takeLock } from '../../../infra/commands/restore/lock.ts';
import { copyTables } from '../../../infra/commands/restore/rehearse.ts';
import { restoreImages } from '../../../infra/commands/restore/restore-images.ts';
import { restoreStage } from '../../../infra/commands/restore/restore-stage.ts';
import type { TablePairs } from '../../../infra/commands/restore/restore-rows.ts';
import { createFinder, type Target } from '../../../infra/commands/restore/target.ts';
import { LOCAL_CREDENTIALS } from '../../../local/credentials.ts';
import type { TestEnvironment } from '../../support/cloud/environment.ts';
import { createRandom } from '../../support/random.ts';
import { VALID_REQUESTS } from '../../support/valid-requests.ts';
import { createTerminal } from '../../infra/support/terminal.ts';
import { invokeEndpoint } from '../api.ts';
import type { Action } from '../histories/actions.ts';
import { Actor } from '../histories/actor.ts';
import { complete, runAction, type Run } from '../histories/run-history.ts';
import { StripePayments } from '../histories/stripe-payments.ts';
import { grantCredits, triggerWelcome } from '../users.ts';
import { checkRestored } from './check-restored.ts';
import { damageRows } from './damage-rows.ts';
import { StageRows } from './stage-rows.ts';

/** The actions on an account that are not part of a history of generations and payments. */
export const ACCESS_ACTIONS = [
  'suspend',
  'resume',
  'reset',
  'deleteAccount',
  'deleteHeir',
  'saveBrand',
] as const;

/** The actions of a user of a stage before and after the time that is restored to. */
export interface Life {
  isWelcomed: boolean;
  before: readonly (Action | (typeof ACCESS_ACTIONS)[number])[];
  after: readonly (Action | (typeof ACCESS_ACTIONS)[number])[];
}

/** The users of a stage, and the number that determines the damage. */
export interface Stage {
  lives: readonly Life[];
  damage: number;
}

/** The result of one restoration. */
export interface RestorationResult {
  actions: number;
  lost: number;
  violations: string[];
}

/**
 * Lets users live, copies the tables, lets them live on, damages rows, restores them with the operator's command, and checks.
 * The accounts of other stages take part, but nothing happens to them.
 */
export async function runRestoration(environment: TestEnvironment, stage: Stage): Promise<RestorationResult> {
  const runs = stage.lives.map((): Run => {
    const actor = new Actor(environment.cloud, 'always');
    const heir = { actor: new Actor(environment.cloud, 'always', actor.userId), forbidden: [] };
    return { environment, actor, heir, stripe: new StripePayments(environment.cloud) };
  });
  const live = (phase: 'before' | 'after') =>
    Promise.all(
      runs.map(async (run, index) => {
        for (const action of stage.lives[index]?.[phase] ?? []) await act(run, action);
      }),
    );
  await Promise.all(
    runs.map(async ({ actor }, index) => {
      if (stage.lives[index]?.isWelcomed !== true) return;
      await triggerWelcome(environment.cloud, actor.user);
      await grantCredits(environment.cloud, actor.userId, 3);
    }),
  );
  await live('before');
  const rows = new StageRows(environment.cloud);
  const target = await createTarget(environment, rows);
  const to = new Date();
  const tables = await copyTables(target);
  await live('after');
  const userIds = runs.flatMap(({ actor, heir }) => [actor.userId, heir.actor.userId]);
  const users = new Set(userIds);
  const [copy, current] = [await rows.read(tables, 'copy', users), await rows.read(tables, 'current', users)];
  for (const row of current.users) if (row['closedAt'] !== undefined) target.deleted.add(String(row['id']));
  const random = createRandom(stage.damage);
  const lost = await damageRows(rows, tables, { copy, current, userIds }, random);
  const { terminal, printed, warned } = createTerminal();
  const lock = await takeLock(target, to.toISOString());
  const exitCode = await restoreStage({ target, lock, tables, terminal });
  const restored = await rows.read(tables, 'current', users);
  await bringImagesBack(environment, target);
  for (const run of runs) await finish(run);
  const before = { copy, current, restored, lost };
  const checks = await Promise.all(runs.map((run) => checkRestored(run, before)));
  await target.deleteCopies(tables);
  return {
    actions: stage.lives.reduce((sum, life) => sum + life.before.length + life.after.length, 0),
    lost: lost.size,
    violations: [
      ...(exitCode === 0 ? [] : [`the command failed: ${[...printed, ...warned].join('\n')}`]),
      ...checks.flat(),
    ],
  };
}

async function act(run: Run, action: Life['before'][number]): Promise<void> {
  const { cloud } = run.environment;
  const { actor, heir } = run;
  const { userId, email } = actor.user;
  switch (action) {
    case 'suspend':
    case 'resume':
      // Refused if there is no account.
      await cloud.invoke('SuspendAccount', { userId, action, by: 'prove', why: 'a test' });
      return;
    case 'reset':
      await cloud
        .invoke('WelcomeUser', {
          triggerSource: 'PostConfirmation_ConfirmForgotPassword',
          userPoolId: cloud.resource('IdentityPool').ref,
          request: { userAttributes: { sub: userId, email, email_verified: 'true' } },
          response: {},
        })
        .catch(() => undefined);
      return;
    case 'deleteAccount':
      return actor.deleteAccount();
    case 'deleteHeir':
      return heir.actor.deleteAccount();
    case 'saveBrand':
      await invokeEndpoint(cloud, actor.user, 'saveBrand', VALID_REQUESTS.saveBrand(userId, ''));
      return;
    default:
      return runAction(run, action);
  }
}

interface ProveTarget extends Target {
  /** The users that the pool does not have. The users of a history are not in the pool. */
  deleted: Set<string>;
  deleteCopies(tables: TablePairs): Promise<void>;
}

const endpoints = z.object({ resources: z.record(z.string(), z.string()) });

async function createTarget({ cloud }: TestEnvironment, { client }: StageRows): Promise<ProveTarget> {
  const response = await fetch(`${cloud.url}/local/endpoints.json`);
  const deleted = new Set<string>();
  return {
    stage: 'local',
    dynamodb: client,
    cloud: {
      invoke: async (name, request, answer) => mini.parse(answer, await cloud.invoke(name, request)),
    },
    find: createFinder(Object.entries(endpoints.parse(await response.json()).resources)),
    findMissingUsers: (userIds) => Promise.resolve(new Set(userIds.filter((id) => deleted.has(id)))),
    pause: () => Promise.resolve(0),
    start: () => Promise.resolve(),
    refundAbandoned: async () => void (await cloud.invoke('RefundAbandoned', {})),
    deleted,
    async deleteCopies(tables) {
      for (const { copy } of Object.values(tables))
        await client.send(new DeleteTableCommand({ TableName: copy }));
    },
  };
}

async function bringImagesBack({ cloud }: TestEnvironment, { dynamodb, find }: Target): Promise<void> {
  const { region } = cloud;
  const s3 = new S3Client({ region, endpoint: cloud.endpoints.S3, credentials: LOCAL_CREDENTIALS });
  const [bucket, thumbnails] = [find('ImagesBucket'), find('DataThumbnails')];
  await restoreImages({ s3, dynamodb, bucket, thumbnails, dryRun: false });
  s3.destroy();
}

/** Completes what is unfinished, also the deletions, which are done again. */
async function finish(run: Run): Promise<void> {
  const { environment, actor, heir, stripe } = run;
  await complete(run);
  for (const { userId } of [actor, heir.actor]) await environment.inspector.backdate(userId);
  await environment.cloud.invoke('RefundAbandoned', {});
  // The replay refunds payments of deleted accounts. A delivery finds their events.
  for (const id of [...stripe.events.keys()]) await stripe.deliver(id);
  await environment.cloud.invoke('FinishClosings', {});
  for (const id of stripe.listUndelivered()) await stripe.deliver(id);
}
