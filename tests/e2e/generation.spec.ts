import { GENERATE } from './support/calls.ts';
import { expect, test } from './support/test.ts';

const PROMPT = 'A castle build at sunset';

test('[3.generation-request 7.generate 7.generate.payload 3.session] Generate sends prompt, user and negative prompt', async ({
  page,
  visit,
  home,
  creator,
}) => {
  await visit('/', creator);
  await home.negativePrompt.fill('  blur ');
  const sending = page.waitForRequest(`**${GENERATE}`);
  await home.ask(`  ${PROMPT} `);
  const request = await sending;
  expect(request.method()).toBe('POST');
  expect(request.postDataJSON()).toMatchObject({
    prompt: PROMPT,
    userId: creator.userId,
    negativePrompt: 'blur',
  });
  await expect(home.picture).toBeVisible();
});

test('[3.generation-response 7.generate.response] What is shown is the imageURL of the answer', async ({
  page,
  visit,
  home,
  audit,
  creator,
}) => {
  await visit('/', creator);
  const answering = page.waitForResponse(`**${GENERATE}`);
  await home.ask(PROMPT);
  const answer = (await (await answering).json()) as Record<string, string>;
  expect(Object.keys(answer).sort()).toEqual(['generationId', 'imageURL']);
  await expect(home.picture).toHaveAttribute('src', answer['imageURL'] ?? '');
  expect(await audit.thumbnails(creator.userId)).toMatchObject([
    { generationId: answer['generationId'], status: 'succeeded' },
  ]);
});

test('[1.costs-credits 6.creator.generates] Each thumbnail costs a credit, and the header keeps count', async ({
  visit,
  home,
  audit,
  creator,
}) => {
  await visit('/', creator);
  await expect(home.credits('3 credits')).toBeVisible();
  for (const left of ['2 credits', '1 credit']) {
    await home.ask(PROMPT);
    await expect(home.credits(left)).toBeVisible();
  }
  expect(await audit.balance(creator.userId)).toBe(1);
  const spent = (await audit.ledger(creator.userId)).filter(({ kind }) => kind === 'spend');
  expect(spent.map(({ amount }) => amount)).toEqual([-1, -1]);
});

test('[5.negative-prompt 1.negative-prompt] The negative prompt is free text over many lines, sent as it is', async ({
  page,
  visit,
  home,
  creator,
}) => {
  const text = `no text, <b>no logos</b>\n“no” watermarks & frames 🚫\n${'no blur, '.repeat(100)}no noise`;
  await visit('/', creator);
  await expect(home.negativePrompt).not.toHaveAttribute('maxlength');
  await home.negativePrompt.fill(text);
  const sending = page.waitForRequest(`**${GENERATE}`);
  await home.ask(PROMPT);
  expect((await sending).postDataJSON()).toMatchObject({ negativePrompt: text });
  await expect(home.picture).toBeVisible();
});

test('[2.home.selector] The chosen model is the one that paints', async ({
  page,
  visit,
  home,
  workshop,
  creator,
}) => {
  const other = workshop.config.models[1];
  await visit('/', creator);
  await page.getByRole('combobox', { name: 'Model' }).selectOption(other?.id ?? '');
  const sending = page.waitForRequest(`**${GENERATE}`);
  await home.ask(PROMPT);
  expect((await sending).postDataJSON()).toMatchObject({ model: other?.id });
  await expect(home.picture).toBeVisible();
});

test('[2.prompt.generate] Enter in the prompt generates', async ({ visit, home, creator }) => {
  await visit('/', creator);
  await home.prompt.fill(PROMPT);
  await home.prompt.press('Enter');
  await expect(home.picture).toBeVisible();
});
