import { wait } from '../lib/wait.ts';
import { readFrameTime } from './read-frame-time.ts';

/** The wait in a browser of which nothing is known yet, and after a wait in vain, in ms. After a second one, the browser is not waited for. */
const SHORT_WAIT_MS = 250;
/** The longest wait in a browser that shows its frames, in ms. */
const LONGEST_WAIT_MS = 2_000;
/** The time between two looks at the frame, in ms. Browsers run the timers of a hidden page once a second. */
const LOOK_MS = 50;
const HIDDEN_LOOK_MS = 1_000;
/** Browsers count in microseconds. In seconds. */
const ROUNDING = 1e-5;

/**
 * Waits until a video, which may be outside of the page, shows the frame of a seek. The event `seeked` is no proof: a busy Chromium still
 * shows the frame before.
 */
export class FrameWatch {
  readonly #video: HTMLVideoElement;
  #patience = SHORT_WAIT_MS;

  constructor(video: HTMLVideoElement) {
    this.#video = video;
  }

  /** Begins before a seek. The returned function waits for the frame. It rejects with the reason of the signal. */
  start(signal: AbortSignal): () => Promise<void> {
    const { currentTime: from } = this.#video;
    const before = readFrameTime(this.#video);
    const told = new AbortController();
    this.#video.requestVideoFrameCallback(() => told.abort());
    const untilTold = AbortSignal.any([signal, told.signal]);
    // A page that is hidden, or gets no time to draw, is told of no frame, but the video has it.
    const isShown = () => told.signal.aborted || this.#hasOther(before, from);
    return async () => {
      for (let waited = 0; !isShown(); waited += document.hidden ? HIDDEN_LOOK_MS : LOOK_MS) {
        if (waited >= this.#patience) {
          // A wait in vain in a hidden page says nothing about the browser.
          const isKnown = !document.hidden && this.#patience !== LONGEST_WAIT_MS;
          this.#patience = isKnown ? 0 : SHORT_WAIT_MS;
          return;
        }
        await wait(LOOK_MS, untilTold).catch(() => signal.throwIfAborted());
      }
      this.#patience = LONGEST_WAIT_MS;
    };
  }

  /**
   * True if the video has another frame than before. Safari and Firefox give each frame the time of the player, Firefox in seconds instead
   * of microseconds, so the times of their frames prove nothing.
   */
  #hasOther(before: number, from: number): boolean {
    const { currentTime } = this.#video;
    const time = readFrameTime(this.#video);
    const isOfPlayer = Math.abs(time - currentTime) < ROUNDING;
    return !isOfPlayer && Math.abs(time - before) > Math.abs(currentTime - from) / 1000;
  }
}
