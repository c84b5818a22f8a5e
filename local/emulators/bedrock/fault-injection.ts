import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { BedrockError } from './errors.ts';

/** The longest `[[slow:MS]]`, in milliseconds. */
const MAX_DELAY = 60_000;

const MARKER = /\[\[(?:slow:(?<ms>\d{1,9})|(?<name>throttle-once|throttle|filter|timeout|error))\]\]/g;

type FaultName = 'throttle' | 'throttle-once' | 'filter' | 'timeout' | 'error';

interface Faults {
  /** Milliseconds. */
  delay: number;
  names: ReadonlySet<FaultName>;
  /** Identifies the prompt without storing it. */
  promptHash: string;
}

/**
 * Reads the fault markers of a prompt. With them, a developer or a test triggers conditions that are rare on AWS:
 *
 * | in the prompt       | effect                                                                |
 * |---------------------|-----------------------------------------------------------------------|
 * | `[[throttle]]`      | ThrottlingException, always                                           |
 * | `[[throttle-once]]` | ThrottlingException for the first call with this prompt, on any model |
 * | `[[filter]]`        | the content filter rejects the prompt                                 |
 * | `[[timeout]]`       | no response until the client disconnects                              |
 * | `[[error]]`         | InternalServerException                                               |
 * | `[[slow:MS]]`       | delays the fault or the image by so many milliseconds                 |
 *
 * @returns the faults, and the prompt without its markers. Anything else in double brackets stays in the prompt.
 */
export function parseFaults(text: string): Faults & { prompt: string } {
  const names = new Set<FaultName>();
  let delay = 0;
  const prompt = text.replace(MARKER, (_marker, ms: string | undefined, name: FaultName | undefined) => {
    if (ms !== undefined) delay = Math.min(MAX_DELAY, delay + Number(ms));
    if (name !== undefined) names.add(name);
    return ' ';
  });
  return {
    prompt: prompt.replace(/[^\S\n]+/g, ' ').trim(),
    delay,
    names,
    promptHash: createHash('sha256').update(text).digest('base64'),
  };
}

/** Applies faults, and remembers the prompts that were already throttled once. */
export class FaultInjection {
  readonly #throttledOnce = new Set<string>();

  /**
   * @param disconnected aborts when the client disconnects; its reason is thrown then, and no timer remains.
   * @throws BedrockError for the faults that are errors.
   */
  async apply(
    { delay, names, promptHash }: Faults,
    disconnected: AbortSignal,
  ): Promise<'image' | 'filtered'> {
    if (delay > 0) await sleep(delay, undefined, { signal: disconnected });
    if (names.has('timeout')) await waitForDisconnect(disconnected);
    if (names.has('throttle') || (names.has('throttle-once') && this.#isFirstCall(promptHash))) {
      throw new BedrockError('ThrottlingException', 'Too many requests, please wait before trying again.');
    }
    if (names.has('error')) {
      throw new BedrockError(
        'InternalServerException',
        'The system encountered an unexpected error during processing. Try your request again.',
      );
    }
    return names.has('filter') ? 'filtered' : 'image';
  }

  #isFirstCall(promptHash: string): boolean {
    const isFirst = !this.#throttledOnce.has(promptHash);
    this.#throttledOnce.add(promptHash);
    return isFirst;
  }
}

/** @throws the signal's reason, always. */
async function waitForDisconnect(disconnected: AbortSignal): Promise<void> {
  if (!disconnected.aborted) await once(disconnected, 'abort');
  disconnected.throwIfAborted();
}
