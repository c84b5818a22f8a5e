import { LINKS, authOf, cognitoCall } from './support/auth.ts';
import { mailedCode } from './support/screens.ts';
import { expect, test } from './support/test.ts';

test('[7.magic-link 8.text.magic-link 2.auth.view.magic_link] An email alone is enough: it is mailed a code that opens the session', async ({
  page,
  visit,
  workshop,
  creator,
}) => {
  const auth = authOf(page);
  await visit('/auth');
  await auth.email.fill(creator.email);
  await auth.link(LINKS.magicLink).click();
  await expect(auth.email).toHaveValue(creator.email);
  const before = await mailedCode(workshop, creator.email);
  const asking = cognitoCall(page, 'InitiateAuth');
  await auth.submit('Send Magic Link').click();
  expect((await asking).postDataJSON()).toMatchObject({
    AuthFlow: 'USER_AUTH',
    AuthParameters: { USERNAME: creator.email, PREFERRED_CHALLENGE: 'EMAIL_OTP' },
  });
  await expect(auth.notice).toHaveText('Check your email for the magic link');
  await auth.code.fill(await mailedCode(workshop, creator.email, { after: before }));
  await auth.submit('Verify token').click();
  await expect(page).toHaveURL('/');
  await expect(page.getByText(creator.email)).toBeVisible();
});

test('[5.magic-link.empty] An empty email gets a message, and nothing is sent', async ({ page, visit }) => {
  const auth = authOf(page);
  const calls: string[] = [];
  page.on('request', (request) => calls.push(request.headers()['x-amz-target'] ?? ''));
  await visit('/auth?view=magic_link');
  await auth.submit('Send Magic Link').click();
  await expect(auth.error).toHaveText('Enter your email address.');
  expect(calls.filter((target) => target !== '')).toEqual([]);
});
