import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { BedrockError, type ErrorType } from './runtime-api.ts';

/** The longest `[[slow:MS]]`, in milliseconds. */
const MAX_DELAY = 60_000;

/** The faults that are error responses, with Bedrock's messages. */
const ERRORS = {
  throttle: ['ServiceQuotaExceededException', 'Your request exceeds the service quota.'],
  error: [
    'InternalServerException',
    'The system encountered an unexpected error during processing. Try your request again.',
  ],
  'access-denied': [
    'AccessDeniedException',
    "You don't have access to the model with the specified model ID.",
  ],
  'not-ready': ['ModelNotReadyException', 'Model is not ready for inference.'],
  invalid: ['ValidationException', 'Malformed input request, please reformat your input and try again.'],
} as const satisfies Record<string, readonly [ErrorType, message: string]>;

/** The faults that are responses without an image, with their finish reasons. */
const FINISH_REASONS = {
  filter: 'Filter reason: prompt',
  'filter-input': 'Filter reason: input image',
  'filter-output': 'Filter reason: output image',
  'inference-error': 'Inference error',
} as const;

type FinishReason = (typeof FINISH_REASONS)[keyof typeof FINISH_REASONS];

type FaultName = keyof typeof ERRORS | keyof typeof FINISH_REASONS | 'throttle-once' | 'timeout';

const NAMES = [...Object.keys(ERRORS), ...Object.keys(FINISH_REASONS), 'throttle-once', 'timeout'];
const MARKER = new RegExp(
  `\\[\\[(?:slow:(?<ms>\\d{1,9})|throttle:(?<seconds>\\d{1,5})|(?<name>${NAMES.join('|')}))\\]\\]`,
  'g',
);

interface Faults {
  /** The delay in milliseconds. */
  delay: number;
  /** The time for which the prompt is throttled after its first call, in milliseconds. */
  throttledFor: number;
  names: ReadonlySet<FaultName>;
  /** Identifies the prompt without storing it. */
  promptHash: string;
}

/**
 * Reads the fault markers of a prompt, or of the comment in a JPEG whose background is removed ("Rehearsals" in docs/embedded-cloud.md).
 * With these markers, a developer or a test triggers conditions that are rare on AWS.
 * @returns the faults, and the prompt without its markers. Any other text in double brackets stays in the prompt.
 */
export function parseFaults(text: string): Faults & { prompt: string } {
  const names = new Set<FaultName>();
  let delay = 0;
  let throttledFor = 0;
  const prompt = text.replace(
    MARKER,
    (_marker, ms: string | undefined, seconds: string | undefined, name: FaultName | undefined) => {
      if (ms !== undefined) delay = Math.min(MAX_DELAY, delay + Number(ms));
      if (seconds !== undefined) throttledFor = Number(seconds) * 1_000;
      if (name !== undefined) names.add(name);
      return ' ';
    },
  );
  return {
    prompt: prompt.replace(/[^\S\n]+/g, ' ').trim(),
    delay,
    throttledFor,
    names,
    promptHash: createHash('sha256').update(text).digest('base64'),
  };
}

/**
 * Removes the markers for edits from a prompt. A marker such as `[[edit:throttle]]` applies to each edit that starts from the image of the
 * prompt, because two of the services take no text.
 * @returns the prompt, and the markers in the form of plain markers.
 */
export function splitEditFaults(prompt: string): { text: string; forEdits: string } {
  const found: string[] = [];
  const text = prompt.replace(/\[\[edit:([a-z-]{1,20}(?::\d{1,9})?)\]\]/g, (_marker, fault: string) => {
    found.push(`[[${fault}]]`);
    return ' ';
  });
  return { text, forEdits: found.join('') };
}

/** Applies faults. Remembers the time of the first call for each prompt that is throttled for a time. */
export class FaultInjection {
  /** The time of the first call by the hash of the prompt, in ms since the epoch. */
  readonly #firstCalls = new Map<string, number>();

  /**
   * Applies the faults of one call.
   * @param disconnected aborts when the client disconnects. Its reason is then thrown, and no timer remains.
   * @returns the reason why the response has no image, or undefined if it has an image.
   * @throws BedrockError for the faults that are errors.
   */
  async apply(
    { delay, throttledFor, names, promptHash }: Faults,
    disconnected: AbortSignal,
  ): Promise<FinishReason | undefined> {
    if (delay > 0) await sleep(delay, undefined, { signal: disconnected });
    if (names.has('timeout')) await waitForDisconnect(disconnected);
    if (this.#isThrottled(promptHash, throttledFor, names.has('throttle-once'))) {
      throw new BedrockError('ThrottlingException', 'Too many requests, please wait before trying again.');
    }
    for (const name of names) {
      if (!hasKey(ERRORS, name)) continue;
      const [type, message] = ERRORS[name];
      throw new BedrockError(type, message);
    }
    const finishReasons = [...names].flatMap((name) =>
      hasKey(FINISH_REASONS, name) ? FINISH_REASONS[name] : [],
    );
    return finishReasons[0];
  }

  #isThrottled(promptHash: string, throttledFor: number, once: boolean): boolean {
    if (!once && throttledFor === 0) return false;
    const now = Date.now();
    const firstCall = this.#firstCalls.get(promptHash);
    this.#firstCalls.set(promptHash, firstCall ?? now);
    return firstCall === undefined || now < firstCall + throttledFor;
  }
}

function hasKey<T extends object>(table: T, name: PropertyKey): name is keyof T {
  return Object.hasOwn(table, name);
}

/** Waits until the client disconnects. @throws the reason of the signal, always. */
async function waitForDisconnect(disconnected: AbortSignal): Promise<void> {
  if (!disconnected.aborted) await once(disconnected, 'abort');
  disconnected.throwIfAborted();
}
