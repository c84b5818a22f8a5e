import { wait } from '../lib/wait.ts';

/** The wait in a browser of which nothing is known yet, in ms. */
const FIRST_WAIT_MS = 250;
/** The longest wait in a browser that has told of a frame, in ms. */
const LONGEST_WAIT_MS = 2_000;

/**
 * Waits until a video, which may be outside of the page, shows the frame of a seek. The event `seeked` is no proof: a busy Chromium still
 * shows the frame before.
 */
export class FrameWatch {
  readonly #video: HTMLVideoElement;
  /** A browser that has told of no frame yet is not waited for again. */
  #patience = FIRST_WAIT_MS;

  constructor(video: HTMLVideoElement) {
    this.#video = video;
  }

  /** Begins before a seek. The returned function waits for the frame. It rejects with the reason of the signal. */
  start(signal: AbortSignal): () => Promise<void> {
    const done = new AbortController();
    this.#video.requestVideoFrameCallback(() => {
      this.#patience = LONGEST_WAIT_MS;
      done.abort();
    });
    return async () => {
      // A hidden page is told of no frame.
      if (document.hidden || done.signal.aborted) return;
      try {
        await wait(this.#patience, AbortSignal.any([signal, done.signal]));
        this.#patience = 0;
      } catch {
        signal.throwIfAborted();
      }
    };
  }
}
