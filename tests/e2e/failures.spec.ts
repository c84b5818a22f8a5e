import { GENERATE, answer, refuse } from './support/calls.ts';
import { expect, test } from './support/test.ts';
import { toasts } from './support/toasts.ts';

const failed = (reason: string) => `Failed to generate thumbnail: ${reason}. Please try again.`;

for (const [word, status, reason] of [
  ['[[throttle]]', 503, 'The image models are busy; no credit was taken'],
  ['[[filter]]', 422, 'The image model declined this prompt; no credit was taken'],
] as const) {
  test(`[8.generation-failure] ${word} fails with its reason, once, and takes no credit`, async ({
    page,
    visit,
    home,
    audit,
    watch,
    creator,
  }) => {
    watch.allow(new RegExp(`status of ${status}`));
    await visit('/', creator);
    await home.ask(`A castle ${word}`);
    await expect(toasts(page)).toHaveText([failed(reason)]);
    await expect(home.preview).toHaveText('Your thumbnail will appear here');
    await expect(home.prompt).toHaveValue(`A castle ${word}`);
    await expect(home.credits('3 credits')).toBeVisible();
    expect(await audit.balance(creator.userId)).toBe(3);
  });
}

test('[7.generate.response 8.generation-failure] A message that is JSON is read for its error field', async ({
  page,
  visit,
  home,
  watch,
  creator,
}) => {
  watch.allow(/status of 500/);
  await refuse(page, GENERATE, {
    code: 'internal',
    error: JSON.stringify({ error: 'The painter has gone home.' }),
  });
  await visit('/', creator);
  await home.ask('A castle');
  await expect(toasts(page)).toHaveText([failed('The painter has gone home')]);
});

test('[8.generation-failure.default] Without a reason the default is shown', async ({
  page,
  visit,
  home,
  watch,
  creator,
}) => {
  // No answer of the API's: it is asked for by its id, of which the API knows nothing.
  watch.allow(/status of 404/);
  await answer(page, GENERATE, null);
  await visit('/', creator);
  await home.ask('A castle');
  await expect(toasts(page)).toHaveText(['Failed to generate thumbnail. Please try again.']);
  await expect(home.generate).toBeEnabled();
});

test('[8.generation-failure] A prompt beyond the server’s limit is told with the limit', async ({
  page,
  visit,
  home,
  watch,
  creator,
}) => {
  watch.allow(/status of 400/);
  await visit('/', creator);
  await home.ask('castle '.repeat(1_000));
  await expect(toasts(page)).toHaveCount(1);
  await expect(toasts(page)).toHaveText(
    /^Failed to generate thumbnail: prompt .*2,?000.*Please try again\.$/,
  );
  await expect(home.credits('3 credits')).toBeVisible();
});
