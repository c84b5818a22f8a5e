import { renderHook, waitFor } from '@testing-library/react';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { useVideo } from '../../../web/src/video/use-video.ts';
import { VideoPlayer } from '../../../web/src/video/video-player.ts';

const STEADY = join(import.meta.dirname, '../../support/videos/steady.mp4');

it('is ready with its first time, so that no key of the creator comes before it', async () => {
  const never = () => new Promise<never>(() => undefined);
  const player = { duration: 2, width: 64, height: 36, show: never, sample: never, close: () => undefined };
  vi.spyOn(VideoPlayer, 'open').mockResolvedValue(player as unknown as VideoPlayer);
  const file = new File([await readFile(STEADY)], 'steady.mp4', { type: 'video/mp4' });
  const states: (string | number)[] = [];
  renderHook(() => {
    const video = useVideo(file);
    states.push(video.status === 'ready' ? video.time : video.status);
  });

  await waitFor(() => expect(states.at(-1)).not.toBe('opening'));
  expect(new Set(states)).toEqual(new Set(['opening', 1.5 / 18]));
});
