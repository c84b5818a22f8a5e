import { afterAll, beforeAll, beforeEach, vi } from 'vitest';
import { startYoutube, type YoutubeStandIn } from '../../../local/emulators/youtube/youtube.ts';

/** One recorded call of fetch. */
export interface FetchCall {
  url: URL;
  init: RequestInit;
}

const { fetch: networkFetch } = globalThis;
const createTimeout = AbortSignal.timeout.bind(AbortSignal);

/** Longer timeouts than the product's, because a busy machine is slow. Tests of timeouts use shorter timeouts. */
const LONGER = 20;
const SHORTER = 1 / 20;

/**
 * Replaces fetch for the tests of a file: it records each call and sends it to the YouTube stand-in, with the real
 * client's redirects, bodies and aborts.
 */
export function useYoutube() {
  const calls: FetchCall[] = [];
  let youtube: YoutubeStandIn;
  beforeAll(async () => {
    youtube = await startYoutube({ instant: true });
  });
  beforeEach(() => {
    calls.length = 0;
    scaleTimeouts(LONGER);
    vi.stubGlobal('fetch', (url: URL, init: RequestInit) => {
      calls.push({ url, init });
      return networkFetch(new URL(url.pathname + url.search, youtube.endpoint), init);
    });
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    await youtube.close();
  });
  return { calls, shortenTimeouts: () => scaleTimeouts(SHORTER) };
}

function scaleTimeouts(factor: number): void {
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => createTimeout(ms * factor));
}
