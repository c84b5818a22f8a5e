/** A seek that takes longer counts as slow, in ms. */
const SLOW_MS = 250;
/** The time that a second of video takes before any seek was measured: a computer without a graphics card needs 10 ms for a frame of 4K. */
const FIRST_PACE = 300;
/** A shorter distance says little about the pace, because each seek also takes a fixed time. */
const LEAST_SECONDS = 0.5;

/** Predicts how long a seek takes. A browser decodes all frames from the last keyframe to the wanted frame. */
export class SeekPace {
  #msPerSecond = FIRST_PACE;

  /** @param seconds the distance of the wanted frame from its keyframe */
  isSlow(seconds: number): boolean {
    return seconds * this.#msPerSecond > SLOW_MS;
  }

  /** Learns from a seek. */
  note(seconds: number, ms: number): void {
    if (seconds >= LEAST_SECONDS) this.#msPerSecond = ms / seconds;
  }
}
