import * as z from 'zod/mini';
import { queryAll } from '../../platform/dynamodb-reads.ts';
import { deleted, failed, pending, succeeded, waiting } from './rows.ts';
import { THUMBNAILS } from './thumbnails-table.ts';

/** The attributes that an audit needs. The audit does not need the prompt. */
const OUTCOME = { generationId: true, status: true, cost: true, createdAt: true } as const;
/** The attributes of a generation whose image exists, or existed. */
const IMAGE_OUTCOME = { ...OUTCOME, copyOf: true, model: true } as const;
const outcome = z.discriminatedUnion('status', [
  z.pick(pending, { ...OUTCOME, startedAt: true }),
  z.pick(waiting, { ...OUTCOME, waitingSince: true }),
  z.pick(succeeded, IMAGE_OUTCOME),
  z.pick(failed, { ...OUTCOME, failure: true }),
  z.pick(deleted, { ...IMAGE_OUTCOME, endedAs: true, startedAt: true }),
]);

export type GenerationOutcome = z.infer<typeof outcome>;

/** Lists the outcomes of all generations of a user. @throws a zod error if an item does not match the schema. */
export async function listOutcomes(userId: string): Promise<GenerationOutcome[]> {
  const attributes = [...Object.keys(IMAGE_OUTCOME), 'startedAt', 'waitingSince', 'failure', 'endedAs'];
  const items = await queryAll(THUMBNAILS, { partition: userId, attributes });
  return items.map((item) => outcome.parse(item));
}
