import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { BedrockError } from './errors.ts';

/** The longest `[[slow:MS]]`, in milliseconds. */
const LONGEST_DELAY = 60_000;

const WORD = /\[\[(?:slow:(?<ms>\d{1,9})|(?<name>throttle-once|throttle|filter|timeout|error))\]\]/g;

type Misbehaviour = 'throttle' | 'throttle-once' | 'filter' | 'timeout' | 'error';

/**
 * A prompt can ask the stand-in to misbehave, so that what is rare on AWS can be rehearsed at will:
 *
 * | in the prompt       | what happens                                                          |
 * |---------------------|-----------------------------------------------------------------------|
 * | `[[throttle]]`      | ThrottlingException, always                                           |
 * | `[[throttle-once]]` | ThrottlingException for the first call with this prompt, on any model |
 * | `[[filter]]`        | the content filter's verdict                                          |
 * | `[[timeout]]`       | no answer, until the caller goes away                                 |
 * | `[[error]]`         | InternalServerException                                               |
 * | `[[slow:MS]]`       | everything above, or a picture, after so many milliseconds            |
 *
 * The words are taken out before anything is painted; what is not in this table is painted like any other word.
 */
interface Rehearsal {
  /** The prompt without its rehearsal words. */
  prompt: string;
  delay: number;
  misbehaviours: ReadonlySet<Misbehaviour>;
  /** Tells prompts apart without keeping them. */
  key: string;
}

export function parseRehearsal(prompt: string): Rehearsal {
  const misbehaviours = new Set<Misbehaviour>();
  let delay = 0;
  const words = prompt.replace(WORD, (_word, ms: string | undefined, name: Misbehaviour | undefined) => {
    if (ms !== undefined) delay = Math.min(LONGEST_DELAY, delay + Number(ms));
    if (name !== undefined) misbehaviours.add(name);
    return ' ';
  });
  return {
    prompt: words.replace(/[^\S\n]+/g, ' ').trim(),
    delay,
    misbehaviours,
    key: createHash('sha256').update(prompt).digest('base64'),
  };
}

/** Plays rehearsals, and remembers which prompts had their one throttling. */
export class Rehearsals {
  readonly #throttled = new Set<string>();

  /**
   * @param gone aborts when the caller leaves; its reason is thrown then, and no timer is left behind.
   * @returns what a call that is to be answered gets.
   * @throws BedrockError
   */
  async play({ delay, misbehaviours, key }: Rehearsal, gone: AbortSignal): Promise<'picture' | 'filtered'> {
    if (delay > 0) await sleep(delay, undefined, { signal: gone });
    if (misbehaviours.has('timeout')) await departure(gone);
    if (misbehaviours.has('throttle') || (misbehaviours.has('throttle-once') && this.#isFirst(key))) {
      throw new BedrockError('ThrottlingException', 'Too many requests, please wait before trying again.');
    }
    if (misbehaviours.has('error')) {
      throw new BedrockError(
        'InternalServerException',
        'The system encountered an unexpected error during processing. Try your request again.',
      );
    }
    return misbehaviours.has('filter') ? 'filtered' : 'picture';
  }

  #isFirst(key: string): boolean {
    const isFirst = !this.#throttled.has(key);
    this.#throttled.add(key);
    return isFirst;
  }
}

/** Waits until the caller is gone. @throws the signal's reason, always. */
async function departure(gone: AbortSignal): Promise<void> {
  if (!gone.aborted) await once(gone, 'abort');
  gone.throwIfAborted();
}
