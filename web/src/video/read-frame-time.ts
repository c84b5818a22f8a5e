/** Returns the time of the frame that a video shows, in seconds, and 0 if the browser does not tell. */
export function readFrameTime(video: HTMLVideoElement): number {
  try {
    const frame = new VideoFrame(video);
    const { timestamp } = frame;
    frame.close();
    return timestamp / 1e6;
  } catch {
    return 0;
  }
}
