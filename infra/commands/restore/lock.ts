import {
  ConditionalCheckFailedException,
  DeleteItemCommand,
  GetItemCommand,
  PutItemCommand,
  type DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';

const lockRow = z.object({
  /** The ID of the run that holds the lock. */
  run: z.string(),
  /** The time that is restored to (ISO 8601). */
  to: z.string(),
  /** `stopping`: no row is written. `writing`: some rows may be. `written`: all rows are. */
  phase: z.enum(['stopping', 'writing', 'written']),
});
type State = z.infer<typeof lockRow>;
type Phase = State['phase'];

/** The lock says how far a restoration has come, and which run continues it. A newer run takes it over. */
export interface Lock {
  phase: Phase;
  to: string;
  /** @throws Error if another run has taken the lock over. */
  check(): Promise<void>;
  /** @throws Error if another run has taken the lock over. */
  setPhase(phase: Phase): Promise<void>;
  /** @throws Error if another run has taken the lock over. */
  release(): Promise<void>;
}

/** The row is in the table of the limits, which no restoration changes. */
const KEY = { subject: { S: 'restore' }, window: { S: 'lock' } };

export async function findLock(dynamodb: DynamoDBClient, TableName: string): Promise<State | undefined> {
  const { Item } = await dynamodb.send(new GetItemCommand({ TableName, Key: KEY, ConsistentRead: true }));
  if (Item === undefined) return undefined;
  return lockRow.parse(Object.fromEntries(Object.entries(Item).map(([name, value]) => [name, value.S])));
}

/** Takes the lock, also from another run, which then writes and starts nothing more. */
export async function takeLock(dynamodb: DynamoDBClient, TableName: string, to: string): Promise<Lock> {
  const previous = await findLock(dynamodb, TableName);
  const run = randomUUID();
  const toItem = ({ phase }: Lock) => ({ ...KEY, run: { S: run }, to: { S: to }, phase: { S: phase } });
  const isMine = {
    ConditionExpression: 'run = :run',
    ExpressionAttributeValues: { ':run': { S: run } },
  };
  const require = async (write: Promise<unknown>) => {
    try {
      await write;
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      throw new Error('Another run has taken this restoration over. This run has stopped.', { cause: error });
    }
  };
  // Rows of another time have to be written again.
  const isOther = previous !== undefined && previous.to !== to && previous.phase !== 'stopping';
  const lock: Lock = {
    phase: isOther ? 'writing' : (previous?.phase ?? 'stopping'),
    to,
    async check() {
      if ((await findLock(dynamodb, TableName))?.run === run) return;
      throw new Error('Another run has taken this restoration over. This run has stopped.');
    },
    async setPhase(phase) {
      lock.phase = phase;
      await require(dynamodb.send(new PutItemCommand({ TableName, Item: toItem(lock), ...isMine })));
    },
    release: () => require(dynamodb.send(new DeleteItemCommand({ TableName, Key: KEY, ...isMine }))),
  };
  await dynamodb.send(new PutItemCommand({ TableName, Item: toItem(lock) }));
  return lock;
}
