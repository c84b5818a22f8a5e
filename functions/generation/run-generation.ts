import { storeImages } from '../images/store-images.ts';
import { preparePixelThread } from '../pixels/pixel-thread.ts';
import type { Generation, PendingGeneration } from '../thumbnails-table/rows.ts';
import { LONGEST_WAIT_MS } from '../waiting-line/longest-wait.ts';
import { attemptGeneration } from './attempt-generation.ts';
import { joinLine, type WaitingInput } from './join-line.ts';
import type { ImagePlan } from './plan-image.ts';
import { reserveGeneration, type Guards, type Requester } from './reserve-generation.ts';

interface RunOptions {
  plan: ImagePlan;
  requester: Requester;
  /** What else must hold when the credits are taken. */
  guards?: Guards;
  /** What an attempt needs when the generation has waited. */
  input: WaitingInput;
  /** Remaining invocation time. */
  remainingMs: number;
}

/**
 * Runs one generation of any kind that may wait: reserve -> load, if it starts from an image -> generate the image -> store ->
 * settle, or refund. If every model is overloaded, it joins the line instead, and generate-waiting continues it. The
 * generation id is the idempotency key: a repeated request returns the state of the first one, costs nothing and loads
 * nothing.
 * @throws what `reserveGeneration` throws; GenerationFailedError after the refund, or if refund-abandoned has to refund.
 */
export async function runGeneration(
  pending: PendingGeneration,
  { plan, requester, guards, input, remainingMs }: RunOptions,
): Promise<Generation> {
  const endAt = Date.now() + remainingMs;
  const existing = await reserveGeneration(pending, requester, guards);
  if (existing !== undefined) return existing;
  preparePixelThread();
  const options = { plan, store: storeImages, endAt, mayWait: LONGEST_WAIT_MS > 0 };
  const generation = await attemptGeneration(pending, options);
  return generation === 'overloaded' ? joinLine(pending, plan.line, input) : generation;
}
