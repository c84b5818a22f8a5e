import {
  ConditionalCheckFailedException,
  DeleteItemCommand,
  GetItemCommand,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Target } from './target.ts';

const lockRow = z.object({
  /** The ID of the run that holds the lock. */
  run: z.string(),
  /** The time that is restored to (ISO 8601). */
  to: z.string(),
  /**
   * `stopping`: no row is written. `writing`: some rows may be. `written`: all rows are. `starting`: nothing is wrong, and some
   * functions may be started.
   */
  phase: z.enum(['stopping', 'writing', 'written', 'starting']),
});
type Phase = z.infer<typeof lockRow>['phase'];

/** The lock says how far a restoration has come, and which run continues it. A newer run takes it over. */
export interface Lock {
  readonly phase: Phase;
  readonly to: string;
  /** @throws TakenOverError */
  check: () => Promise<void>;
  /** @throws TakenOverError */
  setPhase: (phase: Phase) => Promise<void>;
  /** @throws TakenOverError */
  release: () => Promise<void>;
}

export class TakenOverError extends Error {
  override name = 'TakenOverError';
  override message =
    'Another run has taken this restoration over, so this run has stopped. If functions are still stopped when the other run has ended, continue with --resume.';
}

/** The row is in the table of the limits, which no restoration changes. */
const KEY = { subject: 'restore', window: 'lock' };

/**
 * Takes the lock, also from another run, which then writes and starts nothing more.
 * @param to the time that is restored to (ISO 8601). @default the time of the run that held the lock
 * @throws TakenOverError if another run works at the same moment; Error if functions are started after another restoration.
 */
export async function takeLock(
  { dynamodb, find }: Pick<Target, 'dynamodb' | 'find'>,
  to?: string,
): Promise<Lock> {
  const TableName = find('DataRateLimits');
  const read = async () => {
    const query = { TableName, Key: marshall(KEY), ConsistentRead: true };
    const { Item } = await dynamodb.send(new GetItemCommand(query));
    return Item && lockRow.parse(unmarshall(Item));
  };
  const previous = await read();
  const isOther = previous !== undefined && to !== undefined && previous.to !== to;
  if (isOther && previous.phase === 'starting') {
    throw new Error(
      'The functions are being started after another restoration. Complete it first: --resume.',
    );
  }
  const run = randomUUID();
  const lock = {
    // Rows of another time have to be written again.
    phase: isOther && previous.phase === 'written' ? 'writing' : (previous?.phase ?? 'stopping'),
    to: to ?? previous?.to ?? new Date().toISOString(),
    async check() {
      if ((await read())?.run !== run) throw new TakenOverError();
    },
    async setPhase(phase: Phase) {
      await put(phase);
      lock.phase = phase;
    },
    async release() {
      const condition = isMine('attribute_not_exists(run)');
      const command = new DeleteItemCommand({ TableName, Key: marshall(KEY), ...condition });
      await unlessTakenOver(dynamodb.send(command));
    },
  };
  // The SDK repeats a write whose response was lost, and then finds what it has done.
  const isMine = (otherwise?: string, values?: object) => ({
    ConditionExpression: ['run = :mine', ...(otherwise === undefined ? [] : [otherwise])].join(' OR '),
    ExpressionAttributeValues: marshall({ ':mine': run, ...values }),
  });
  const put = (phase: Phase, condition = isMine()) => {
    const Item = marshall({ ...KEY, run, to: lock.to, phase });
    return unlessTakenOver(dynamodb.send(new PutItemCommand({ TableName, Item, ...condition })));
  };
  const isUnchanged =
    previous === undefined
      ? isMine('attribute_not_exists(run)')
      : isMine('run = :run AND phase = :phase', { ':run': previous.run, ':phase': previous.phase });
  await put(lock.phase, isUnchanged);
  return lock;
}

async function unlessTakenOver(write: Promise<unknown>): Promise<void> {
  try {
    await write;
  } catch (error) {
    throw error instanceof ConditionalCheckFailedException ? new TakenOverError() : error;
  }
}
