import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  confirmPurchase,
  createStripeCheckout,
  listPurchases,
} from '../../../web/src/features/buying/api.ts';
import { readCurrentThumbnail } from '../../../web/src/api/read-current-thumbnail.ts';
import { suggestEdit } from '../../../web/src/features/finish/image-tools/suggest-edit.ts';
import { UnexpectedResponseError } from '../../../web/src/api/errors.ts';
import { deleteAccount, exportAccount } from '../../../web/src/features/account/api.ts';
import { improvePrompt, suggestConcepts } from '../../../web/src/api/suggestions.ts';
import {
  createCutout,
  createEdit,
  findVideoId,
  generateThumbnail,
} from '../../../web/src/generations/requests.ts';
import { readThumbnail } from '../../../web/src/api/read-thumbnails.ts';
import { fakeFetch, json, lostConnection } from '../support/fake-api.ts';
import { purchase } from '../support/site.tsx';

const CUTOUT = { userId: 'u', referenceId: 'r', generationId: 'g' };
const GENERATION = { prompt: 'a castle', userId: 'u', generationId: 'g' };
const ORDER = { userId: 'u', priceId: 'price_starter' };
const EDIT = { userId: 'u', thumbnailId: 'g', baseId: 'g', operation: { kind: 'upscale' } } as const;
const CONCEPT = { title: 'I built a castle', headline: 'DAY 365', prompt: 'A castle at dusk' };
const never = new AbortController().signal;

/** A response with the fields of several endpoints. */
const respond = () =>
  json({ purchases: [], prompt: 'a castle', thumbnails: [], cutouts: [], generationId: 'g', imageURL: 'i' });

describe('a call', () => {
  it.each([
    ['checkout', (signal: AbortSignal) => createStripeCheckout(ORDER, signal)],
    ['cut-out', (signal: AbortSignal) => createCutout(CUTOUT, signal)],
    ['prompt suggestion', (signal: AbortSignal) => improvePrompt('castle', signal)],
    ['thumbnail', (signal: AbortSignal) => readThumbnail('g', signal)],
  ] as const)('for a %s ends with its page', async (_, call) => {
    const calls = fakeFetch(respond);
    const page = new AbortController();

    await call(page.signal);
    page.abort();

    expect(calls[0]?.signal?.aborted).toBe(true);
  });

  it.each([
    ['a checkout', 30_000, () => createStripeCheckout(ORDER, never)],
    ['a cut-out', 30_000, () => createCutout(CUTOUT, never)],
    ['an export of the account', 30_000, () => exportAccount('u')],
    ['a generation', 30_000, () => generateThumbnail(GENERATION, never)],
    ['a prompt suggestion', 15_000, () => improvePrompt('castle', never)],
    ['a suggestion for an edit', 20_000, () => suggestEdit('g', 'Make it red', never)],
    ['concepts', 27_000, () => suggestConcepts({ script: 'a castle' }, never)],
    ['an edit', 30_000, () => createEdit(EDIT, never)],
    ['the confirmation of a purchase', 20_000, () => confirmPurchase('cs_1')],
    ['the deletion of the account', 29_000, () => deleteAccount('token')],
  ] as const)('for %s waits longer than its function can run', async (_, limit, call) => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    onTestFinished(() => timeout.mockRestore());
    fakeFetch(respond);

    await call();

    expect(timeout.mock.lastCall?.[0]).toBeGreaterThan(limit);
  });

  it('for concepts gets an answer that arrives after 20 seconds', async () => {
    vi.useFakeTimers();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const clock = new AbortController();
      setTimeout(() => clock.abort(), ms);
      return clock.signal;
    });
    onTestFinished(() => timeout.mockRestore());
    fakeFetch(
      ({ signal }) =>
        new Promise((resolve) => {
          setTimeout(() => resolve(json({ concepts: [CONCEPT] })), 20_000);
          signal?.addEventListener('abort', () => resolve(lostConnection()));
        }),
    );

    const answer = suggestConcepts({ script: 'a castle' });
    await vi.advanceTimersByTimeAsync(20_000);

    expect(await answer).toEqual([CONCEPT]);
  });
});

describe('a response that is not as expected', () => {
  it.each([{ prompt: '' }, { prompt: 7 }, {}, null])('is no prompt suggestion: %j', async (body) => {
    fakeFetch(() => json(body));

    await expect(improvePrompt('castle', never)).rejects.toBeInstanceOf(UnexpectedResponseError);
  });

  it.each([null, 'text', {}, { imageURL: 1 }])('is no generation: %j', async (body) => {
    fakeFetch(() => json(body));

    await expect(generateThumbnail(GENERATION, never)).rejects.toBeInstanceOf(UnexpectedResponseError);
  });

  it('leaves a purchase out that cannot be shown', async () => {
    const good = purchase('p', 'paid');
    const bad = [{ amount: null }, { currency: 'euro' }, { currency: 'u$d' }, { createdAt: 'today' }];
    fakeFetch(() => json({ purchases: [...bad.map((part) => ({ ...good, ...part })), good] }));

    expect(await listPurchases()).toEqual([good]);
  });

  it('of a thumbnail without an image is no thumbnail', async () => {
    fakeFetch(() => json({ status: 'failed', prompt: 'a', model: 'm' }));

    expect(await readCurrentThumbnail('g')).toBeUndefined();
  });
});

describe('the video of a link', () => {
  const link = 'https://youtu.be/aaaaaaaaaaa';

  it('is looked up by its URL', async () => {
    const calls = fakeFetch(() => json({ videoId: 'aaaaaaaaaaa' }));

    expect(await findVideoId(link)).toBe('aaaaaaaaaaa');
    expect(calls[0]?.url).toBe(`/api/video-reference?url=${encodeURIComponent(link)}`);
  });

  it('is looked up once for simultaneous generations, and again later', async () => {
    const calls = fakeFetch(() => json({ videoId: 'aaaaaaaaaaa' }));

    expect(await Promise.all([findVideoId(link), findVideoId(link)])).toEqual(['aaaaaaaaaaa', 'aaaaaaaaaaa']);
    expect(calls).toHaveLength(1);
    await findVideoId(link);
    expect(calls).toHaveLength(2);
  });

  it('is unknown if the lookup fails, without an error for the user', async () => {
    fakeFetch(() => lostConnection());

    expect(await findVideoId(link)).toBeUndefined();
  });
});
