import type { Container } from './container.ts';
import { explainProblem, UNREADABLE } from './explain-problem.ts';
import { readContainer } from './read-container.ts';
import { NoEndError, VideoPlayer } from './video-player.ts';

/** A file cannot be opened. The sentence follows the name of the file. */
export class UnusableVideoError extends Error {
  override name = 'UnusableVideoError';
}

/** Opens a video file. Nothing leaves the device. @throws UnusableVideoError; the reason of the signal */
export async function openVideo(
  file: File,
  signal: AbortSignal,
): Promise<{ player: VideoPlayer; container: Container | undefined }> {
  const container = await readContainer(file).catch((cause: unknown) => {
    throw new UnusableVideoError(UNREADABLE, { cause });
  });
  signal.throwIfAborted();
  const problem = (described = container) => new UnusableVideoError(explainProblem(file, described));
  if (file.size === 0 || container?.isIncomplete || container?.hasPicture === false) throw problem();
  const player = await VideoPlayer.open(file, container, signal).catch((error: unknown) => {
    signal.throwIfAborted();
    throw problem(container && { ...container, isIncomplete: error instanceof NoEndError });
  });
  // Chromium plays the sound of a file whose picture it cannot decode.
  if (player.width > 0) return { player, container };
  player.close();
  throw problem();
}
