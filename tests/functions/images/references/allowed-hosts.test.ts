import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { parseVideoReference } from '#contract/video-reference.ts';
import { fetchVideoReference } from '../../../../functions/images/references/fetch-video-reference.ts';
import { linkParts } from '../../../support/hostile-links.ts';
import { JPEGS, withDeclaredSize } from '../../../support/jpegs.ts';

const ID = 'dQw4w9WgXcQ';
const ALLOWED = ['https://www.youtube.com', 'https://i.ytimg.com'];
const RUNS = 1_000;

/** Answers that try to lead the next request to another host. */
const HOSTILE_FEEDS = [
  '<yt:videoId>../../evil</yt:videoId>',
  '<yt:videoId>//evil.com/</yt:videoId>',
  `<yt:videoId>${ID}/../</yt:videoId>`,
  `<!DOCTYPE x [<!ENTITY e SYSTEM "https://evil.com/">]><yt:videoId>&e;</yt:videoId>`,
  `<yt:videoId>${ID}</yt:videoId><media:thumbnail url="https://evil.com/x.jpg"/>`,
];
const thumbnail = withDeclaredSize(JPEGS.baseline, 1280, 720);

it('sends no request to another host for 1,000 generated links', async () => {
  const requests: { url: URL; init: RequestInit }[] = [];
  let feed = '';
  vi.stubGlobal('fetch', (url: URL, init: RequestInit) => {
    requests.push({ url, init });
    const [body, type] = url.pathname.startsWith('/vi/')
      ? [thumbnail, 'image/jpeg']
      : url.pathname.startsWith('/feeds/')
        ? [feed, 'text/xml']
        : ['{"title":"x","author_name":"y","thumbnail_url":"https://evil.com/x.jpg"}', 'application/json'];
    return Promise.resolve(new Response(body, { headers: { 'content-type': type } }));
  });
  const counts = { accepted: 0, refused: 0 };
  try {
    await fc.assert(
      fc.asyncProperty(linkParts, fc.constantFrom(...HOSTILE_FEEDS), async (parts, xml) => {
        feed = xml;
        requests.length = 0;
        const parsed = parseVideoReference(Object.values(parts).join(''));
        if ('error' in parsed || parsed.reference === undefined) {
          counts.refused += 1;
          return;
        }
        counts.accepted += 1;
        await fetchVideoReference('user', parsed.reference, new AbortController().signal).catch(
          () => undefined,
        );
        for (const { url, init } of requests) {
          expect(ALLOWED).toContain(url.origin);
          expect(url.username + url.password + url.port + url.hash).toBe('');
          expect(url.pathname).toMatch(/^(\/oembed|\/feeds\/videos\.xml|\/vi\/[\w-]{11}\/\w+\.jpg)$/);
          expect(init.redirect).toBe('error');
        }
        expect(requests.length).toBeLessThanOrEqual(6);
      }),
      { numRuns: RUNS },
    );
  } finally {
    vi.unstubAllGlobals();
  }
  // Both kinds of links were generated, so the checks above have run.
  expect(counts.accepted).toBeGreaterThan(100);
  expect(counts.refused).toBeGreaterThan(500);
});
