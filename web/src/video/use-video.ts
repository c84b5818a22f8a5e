import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { addMark } from '../lib/copy-mark.ts';
import type { Container } from './container.ts';
import { openVideo, UnusableVideoError } from './open-video.ts';
import { readVideoMark } from './read-video-mark.ts';
import { sampleVideo } from './sample-video.ts';
import type { StripFrame } from './sample-video.ts';
import { stepFrame } from './step-frame.ts';
import type { ShownFrame, VideoPlayer } from './video-player.ts';
import { planSamples } from './choose-frames.ts';

export interface OpenedVideo {
  status: 'ready';
  width: number;
  height: number;
  duration: number;
  /** The wanted time, and the time of its frame as soon as the frame is shown. */
  time: number;
  /** Undefined until the first frame is there. */
  shown: ShownFrame | undefined;
  /** True while a keyframe before the wanted frame is shown, because the wanted frame is still being decoded. */
  isNear: boolean;
  /** True if the wanted part of the video is damaged. */
  isDamaged: boolean;
  strip: readonly StripFrame[];
  /** True while the frames of the filmstrip are looked for. */
  isSearching: boolean;
  seek: (time: number) => void;
  step: (direction: 1 | -1) => void;
  /** Encodes the shown frame, with the mark of AI that the video has. Undefined if the video was closed in the meantime. */
  capture: () => Promise<Blob | undefined>;
}

export type Video = { status: 'opening' } | { status: 'failed'; problem: string } | OpenedVideo;

interface Opened {
  player: VideoPlayer;
  container: Container | undefined;
}

/** Opens a file, and closes it with the component. Give the component a new key for another file. */
export function useVideo(file: File): Video {
  const [opened, setOpened] = useState<Opened>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    const closed = new AbortController();
    let player: VideoPlayer | undefined;
    openVideo(file, closed.signal).then(
      (result) => {
        ({ player } = result);
        if (closed.signal.aborted) player.close();
        else setOpened(result);
      },
      (error: unknown) => {
        if (closed.signal.aborted) return;
        if (error instanceof UnusableVideoError) setProblem(error.message);
        else throw error;
      },
    );
    return () => {
      closed.abort();
      player?.close();
    };
  }, [file]);
  const position = usePosition(opened?.player);
  const strip = useStrip(opened, position.seek);

  if (problem !== undefined) return { status: 'failed', problem };
  const { time } = position;
  if (!opened || time === undefined) return { status: 'opening' };
  const { width, height, duration } = opened.player;
  return {
    status: 'ready',
    ...{ width, height, duration },
    ...position,
    ...strip,
    time,
    capture: async () => {
      const jpeg = await opened.player.capture(position.shown?.time ?? time);
      return jpeg && (await addMark(await readVideoMark(file), jpeg));
    },
  };
}

/** Holds the wanted time and its frame. */
function usePosition(player: VideoPlayer | undefined) {
  /** Undefined before the first wish, which would replace a wish of the creator. */
  const [time, setTime] = useState<number>();
  const [shown, setShown] = useState<ShownFrame>();
  const [isNear, setNear] = useState(false);
  const [isDamaged, setDamaged] = useState(false);
  /** The wanted time. Steps that follow each other quickly count from it. */
  const at = useRef(0);
  const newest = useRef(0);
  const isStepping = useRef(false);

  const follow = async (find: () => Promise<ShownFrame | undefined>): Promise<void> => {
    newest.current += 1;
    const id = newest.current;
    try {
      const frame = await find();
      if (!frame) return;
      setShown(frame);
      if (id !== newest.current) return; // The frame is on the way to a newer one.
      at.current = frame.time;
      setTime(frame.time);
      setNear(false);
      setDamaged(frame.isMissing);
    } catch {
      if (id !== newest.current) return;
      setNear(false);
      setDamaged(true);
    }
  };
  const seek = (wanted: number) => {
    if (!player) return;
    at.current = Math.min(Math.max(wanted, 0), player.duration);
    setTime(at.current);
    const showNear = (keyframe: ShownFrame) => {
      setShown(keyframe);
      setNear(true);
    };
    void follow(() => player.show(at.current, showNear));
  };
  const step = async (direction: 1 | -1) => {
    if (!player) return;
    const { frames, tellsTime, duration } = player;
    // A player without a table has to look for the neighbor, which a second press would interrupt.
    if (!frames && isStepping.current) return;
    isStepping.current = true;
    const show = (wanted: number) => {
      if (frames) at.current = wanted;
      return player.show(wanted);
    };
    await follow(() => stepFrame(at.current, direction, { frames, tellsTime, duration, show }));
    isStepping.current = false;
  };
  return { time, shown, isNear, isDamaged, seek, step: (direction: 1 | -1) => void step(direction) };
}

/** Looks for the frames of the filmstrip, and shows the first frame that is no black beginning. */
function useStrip(opened: Opened | undefined, seek: (time: number) => void) {
  const [strip, setStrip] = useState<readonly StripFrame[]>([]);
  const [isSearching, setSearching] = useState(true);
  const start = useEffectEvent(async ({ player, container }: Opened) => {
    const [first] = planSamples(player.duration, container?.keyframes);
    seek(first?.time ?? 0);
    const chosen = await sampleVideo(player, container?.keyframes, setStrip);
    if (!chosen) return;
    setStrip(chosen);
    setSearching(false);
  });
  useEffect(() => {
    if (opened) void start(opened);
  }, [opened]);
  return { strip, isSearching };
}
