import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { EXAMPLE_PROMPTS } from '#contract/example-prompts.ts';
import { makeExamples } from '../../infra/commands/examples.ts';
import type { StageAccess } from '../../infra/commands/stage-access.ts';
import { createTerminal } from '../infra/support/terminal.ts';
import { breakAnswers, expectDeleted, recordUsers, shareStage } from './support/temporary-users.ts';

const WEBP = Buffer.from('RIFF....WEBPVP8 ', 'latin1');

let access: StageAccess;
beforeAll(async () => {
  access = await shareStage();
});
afterEach(() => vi.unstubAllGlobals());
afterAll(() => vi.unstubAllEnvs());

const make = (signal = new AbortController().signal) =>
  makeExamples(access, { terminal: createTerminal().terminal, signal });

/** The previews are these bytes. */
function fakePreviews(bytes: Buffer): void {
  breakAnswers(/^GET \/(api\/thumbnails\/|preview\.webp)/, async (forward, { url }) => {
    if (url.endsWith('/preview.webp')) return new Response(new Uint8Array(bytes));
    const thumbnail = (await (await forward()).json()) as object;
    return Response.json({ ...thumbnail, previewURL: '/preview.webp' });
  });
}

it('takes the preview of one generation for each prompt, and deletes its user', async () => {
  const ids = recordUsers(access);
  fakePreviews(WEBP);

  const images = await make();

  expect(images).toEqual(Object.fromEntries(EXAMPLE_PROMPTS.map(({ image }) => [image, WEBP])));
  await expectDeleted(access, ids);
});

it('fails if a preview is not a WebP, and deletes its user', async () => {
  const ids = recordUsers(access);
  fakePreviews(Buffer.from('<Error>AccessDenied</Error>'));

  await expect(make()).rejects.toThrow('The preview answered 200 without a WebP.');

  await expectDeleted(access, ids);
});

it('stops at an interruption, and deletes its user', async () => {
  const ids = recordUsers(access);
  const interruption = new AbortController();
  breakAnswers(/^POST \/api\/generate-thumbnail$/, (forward) => {
    interruption.abort(new Error('Interrupted.'));
    return forward();
  });

  await expect(make(interruption.signal)).rejects.toThrow('Interrupted.');

  await expectDeleted(access, ids);
});
