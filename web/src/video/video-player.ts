import type { Container } from './container.ts';
import { encodeFrame } from './encode-frame.ts';
import { findFrame, INTO_FRAME } from './find-frame.ts';
import { FrameWatch } from './frame-watch.ts';
import type { Pixels } from './measure-frame.ts';
import { readFrameTime } from './read-frame-time.ts';
import { PixelReader } from './read-pixels.ts';
import { SeekPace } from './seek-pace.ts';

/** A seek that takes longer has met a damaged part of the file. */
const SEEK_TIMEOUT_MS = 15_000;
/** A search for the end of a recording reads the whole file. A slow disk reads this many bytes in a millisecond: 10 MB in a second. */
const SLOW_BYTES_PER_MS = 10_000;
/** The width of the frames of the filmstrip, in device pixels. */
const SAMPLE_WIDTH = 320;
/** A time after the end of every video. A player that is sent there reads how long the video is. */
const FAR_AWAY = 1e7;
/** Chromium counts in microseconds, so the time of the player is not exactly the time of the seek. In seconds. */
const ROUNDING = 1e-5;

export interface ShownFrame {
  /** The time of the frame in seconds, from the beginning of the video. */
  time: number;
  /** The number of the frame, from 1. Undefined if the file has no table of its frames. */
  number: number | undefined;
  /** True if the file lacks the wanted frame. The player then stays at an earlier frame. */
  isMissing: boolean;
  pixels: Pixels;
}

interface Job {
  run: () => Promise<void>;
  drop: () => void;
}

/**
 * Reads frames of a video file with the player of the browser, which is not on the page. It makes one seek at a time: two seeks at once
 * cost twice the memory. The newest wish of the creator replaces a wish that waits, and goes before the filmstrip.
 */
export class VideoPlayer {
  readonly #video: HTMLVideoElement;
  readonly #url: string;
  readonly #bytes: number;
  readonly #reader: PixelReader;
  readonly #watch: FrameWatch;
  readonly #closed = new AbortController();
  readonly #keyframes: readonly number[];
  readonly #pace = new SeekPace();
  #frames: Float64Array | undefined;
  #wanted: Job | undefined;
  #sample: Job | undefined;
  #duration = 0;
  #isBusy = false;
  #tellsTime = false;

  private constructor(video: HTMLVideoElement, file: File, container: Container | undefined) {
    this.#video = video;
    this.#url = URL.createObjectURL(file);
    this.#bytes = file.size;
    this.#frames = container?.frames;
    this.#keyframes = container?.keyframes ?? [];
    this.#reader = new PixelReader(container?.rotation ?? 0);
    this.#watch = new FrameWatch(video);
  }

  /** Opens a file, which stays on the device. @throws VideoError; NoEndError; the reason of the signal */
  static async open(file: File, container: Container | undefined, signal: AbortSignal): Promise<VideoPlayer> {
    const video = document.createElement('video');
    Object.assign(video, { muted: true, playsInline: true, preload: 'metadata' });
    const player = new VideoPlayer(video, file, container);
    try {
      await player.#load(signal);
      return player;
    } catch (error) {
      player.close();
      throw error;
    }
  }

  get width(): number {
    return this.#video.videoWidth;
  }

  get height(): number {
    return this.#video.videoHeight;
  }

  /** The length in seconds, also after `close`. */
  get duration(): number {
    return this.#duration;
  }

  /** True if the browser tells where the shown frame begins. */
  get tellsTime(): boolean {
    return this.#tellsTime;
  }

  /** The table of the frames. Undefined if the file has none, or if the player shows other times. */
  get frames(): Float64Array | undefined {
    return this.#frames;
  }

  /**
   * Shows the frame of a time. Returns undefined if a newer call has replaced it, or after `close`.
   * @param onKeyframe gets the keyframe before, if the decoding of the wanted frame takes long
   */
  show(time: number, onKeyframe?: (frame: ShownFrame) => void): Promise<ShownFrame | undefined> {
    return new Promise((resolve, reject) => {
      this.#wanted?.drop();
      this.#wanted = this.#job(() => this.#approach(time, onKeyframe), resolve, reject);
      void this.#work();
    });
  }

  /** Reads a frame for the filmstrip. Returns undefined after `close`. */
  sample(time: number): Promise<ShownFrame | undefined> {
    return new Promise((resolve, reject) => {
      this.#sample?.drop();
      this.#sample = this.#job(() => this.#readSample(time), resolve, reject);
      void this.#work();
    });
  }

  /** Encodes the frame of a time in its full size. Returns undefined after `close`. */
  capture(time: number): Promise<Blob | undefined> {
    return new Promise((resolve, reject) => {
      this.#wanted?.drop();
      const encode = async () => {
        await this.#seek(time);
        return await encodeFrame(this.#video);
      };
      this.#wanted = this.#job(encode, resolve, reject);
      void this.#work();
    });
  }

  /** Releases the decoder and its memory. */
  close(): void {
    this.#closed.abort(new Error('The video is closed.'));
    this.#wanted?.drop();
    this.#sample?.drop();
    this.#video.removeAttribute('src');
    this.#video.load();
    URL.revokeObjectURL(this.#url);
    this.#reader.close();
  }

  async #approach(time: number, onKeyframe?: (frame: ShownFrame) => void): Promise<ShownFrame | undefined> {
    const keyframe = this.#findKeyframe(time);
    if (onKeyframe && keyframe !== undefined && this.#pace.isSlow(time - keyframe)) {
      onKeyframe(await this.#readShown(keyframe));
      // The creator moves on. All frames of a movement are keyframes, so that they come quickly.
      if (this.#wanted) return undefined;
    }
    return await this.#readShown(time);
  }

  #findKeyframe(time: number): number | undefined {
    return this.#keyframes[findFrame(this.#keyframes, time)];
  }

  #job<Result>(
    read: () => Promise<Result | undefined>,
    resolve: (result: Result | undefined) => void,
    reject: (error: unknown) => void,
  ): Job {
    const run = async () => {
      try {
        resolve(await read());
      } catch (error) {
        if (this.#closed.signal.aborted) resolve(undefined);
        else reject(error);
      }
    };
    return { run, drop: () => resolve(undefined) };
  }

  async #work(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    while (!this.#closed.signal.aborted) {
      const job = this.#wanted ?? this.#sample;
      if (!job) break;
      if (job === this.#wanted) this.#wanted = undefined;
      else this.#sample = undefined;
      await job.run();
    }
    this.#isBusy = false;
  }

  async #load(signal: AbortSignal): Promise<void> {
    await this.#until('loadedmetadata', signal, () => {
      this.#video.src = this.#url;
    });
    // A recording of a browser does not say how long it is.
    if (this.#video.duration === Infinity) await this.#findEnd(signal);
    this.#duration = this.#video.duration;
  }

  /** Sends the player to the end. Firefox stays where it is, and tells nothing, if the recording has only a single frame. */
  async #findEnd(signal: AbortSignal): Promise<void> {
    const timeout = AbortSignal.timeout(SEEK_TIMEOUT_MS + this.#bytes / SLOW_BYTES_PER_MS);
    try {
      await this.#until('durationchange', AbortSignal.any([signal, timeout]), () => {
        this.#video.currentTime = FAR_AWAY;
      });
    } catch (cause) {
      signal.throwIfAborted();
      if (!timeout.aborted) throw cause;
      throw new NoEndError('The recording has no end.', { cause });
    }
  }

  #readShown(time: number): Promise<ShownFrame> {
    return this.#read(time, () => this.#reader.readShown(this.#video));
  }

  #readSample(time: number): Promise<ShownFrame> {
    return this.#read(time, () => this.#reader.read(this.#video, SAMPLE_WIDTH));
  }

  async #read(time: number, copy: () => Promise<Pixels>): Promise<ShownFrame> {
    await this.#seek(time);
    const shown = this.#readTime(time);
    const pixels = await copy();
    const index = this.#frames && findFrame(this.#frames, shown);
    // The player counts differently than the table, e.g. because of an edit list with several parts.
    if (index !== undefined && Math.abs((this.#frames?.[index] ?? 0) - shown) > INTO_FRAME) {
      this.#frames = undefined;
    }
    if (index === undefined || !this.#frames) {
      return { time: shown, number: undefined, isMissing: false, pixels };
    }
    // The frame before may be shown at the border of two frames.
    const isMissing = findFrame(this.#frames, time) - index > 1;
    return { time: shown, number: index + 1, isMissing, pixels };
  }

  /** Returns the time of the current frame. If the browser does not tell, the table does, or the time is the wanted time. */
  #readTime(time: number): number {
    const shown = readFrameTime(this.#video);
    // Firefox counts seconds where the standard has microseconds, so its times are about 0.
    if (shown > time / 1000) this.#tellsTime = true;
    return this.#tellsTime ? shown : (this.#frames?.[findFrame(this.#frames, time)] ?? time);
  }

  /** Seeks, and waits until the frame is shown. @throws MediaError of the browser */
  async #seek(time: number): Promise<void> {
    const { signal } = this.#closed;
    if (this.#video.error) await this.#load(signal); // The seek before has met a damaged part.
    const timeout = AbortSignal.timeout(SEEK_TIMEOUT_MS);
    // At the very end, Firefox may end the seek without a frame, and draws nothing.
    const target = Math.max(0, Math.min(time, this.#duration - 2 * INTO_FRAME) + INTO_FRAME);
    // The browser tells of no frame if the player is already there.
    const isThere = Math.abs(this.#video.currentTime - target) < ROUNDING;
    const untilShown = this.#watch.start(signal);
    const start = performance.now();
    await this.#until('seeked', AbortSignal.any([signal, timeout]), () => {
      this.#video.currentTime = target;
    });
    if (!isThere) await untilShown();
    this.#pace.note(time - (this.#findKeyframe(time) ?? time), performance.now() - start);
  }

  /** Waits for an event after an action. */
  #until(
    event: 'loadedmetadata' | 'durationchange' | 'seeked',
    signal: AbortSignal,
    act: () => void,
  ): Promise<void> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const done = new AbortController();
      const options = { signal: done.signal };
      const end = (settle: () => void) => () => {
        done.abort();
        settle();
      };
      this.#video.addEventListener(event, end(resolve), options);
      this.#video.addEventListener(
        'error',
        end(() => reject(new VideoError(this.#video.error?.message))),
        options,
      );
      signal.addEventListener(
        'abort',
        end(() => reject(signal.reason as Error)),
        options,
      );
      act();
    });
  }
}

/** The browser does not find the end of a recording. */
export class NoEndError extends Error {
  override name = 'NoEndError';
}

/** The browser cannot decode a video, or a part of it. */
class VideoError extends Error {
  override name = 'VideoError';
}
