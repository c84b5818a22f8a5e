import {
  ConfirmForgotPasswordCommand,
  ConfirmSignUpCommand,
  ForgotPasswordCommand,
  GetTokensFromRefreshTokenCommand,
  GetUserCommand,
  SignUpCommand,
  ResendConfirmationCodeCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EmbeddedCloud } from '../../local/embedded-cloud.ts';
import { hasSignIn } from '../support/invariants.ts';
import { connectUserPool, readConfig, request, WELCOME, addCreator } from '../support/cloud/creator.ts';
import type { FaultProxy } from '../support/cloud/fault-proxy.ts';
import { shareCloud } from './support/cloud.ts';
import { signIn } from '../support/cloud/sign-in.ts';
import { inspectCloud } from '../support/cloud-inspector.ts';

const ATTACKERS_PASSWORD = 'attackers horse 1';
const OWNERS_PASSWORD = 'owners horse 2';

let cloud: EmbeddedCloud;
let proxy: FaultProxy;
let cognito: Awaited<ReturnType<typeof connectUserPool>>;
let config: Awaited<ReturnType<typeof readConfig>>;
let email: string;
let user: { ClientId: string; Username: string };

beforeAll(async () => {
  ({ cloud, proxy } = await shareCloud());
  config = await readConfig(cloud);
  cognito = connectUserPool(cloud, config.region);
});
beforeEach(() => {
  proxy.reset(() => 'none');
  email = `${randomUUID()}@example.com`;
  user = { ClientId: config.userPoolClientId, Username: email };
});

const latestCode = () => cloud.mailbox.list().find(({ to }) => to === email)?.code;
const signInWith = (password: string) => signIn({ cognito, ...config, email, password });
const readCredits = (token: string) => request(`${cloud.url}/api/credits`, token);

/** The attacker signs up with the address of its owner, who confirms it. */
async function preHijack(ClientMetadata?: Record<string, string>): Promise<string> {
  const UserAttributes = [{ Name: 'email', Value: email }];
  const signUp = new SignUpCommand({ ...user, Password: ATTACKERS_PASSWORD, UserAttributes });
  const { UserSub } = await cognito.send(signUp);
  await cognito.send(new ConfirmSignUpCommand({ ...user, ConfirmationCode: latestCode(), ClientMetadata }));
  return String(UserSub);
}

async function resetPassword(): Promise<void> {
  await cognito.send(new ForgotPasswordCommand(user));
  const Password = OWNERS_PASSWORD;
  await cognito.send(new ConfirmForgotPasswordCommand({ ...user, ConfirmationCode: latestCode(), Password }));
}

describe('a password reset', () => {
  it('ends every session of somebody who knew the old password, at the API and at Cognito', async () => {
    await preHijack();
    const attacker = await signInWith(ATTACKERS_PASSWORD);
    expect(await readCredits(attacker.token)).toMatchObject({ status: 200, body: { credits: WELCOME } });

    await resetPassword();

    const { ClientId } = user;
    const { refreshToken: RefreshToken } = attacker;
    const refused = { name: 'NotAuthorizedException' };
    expect(await readCredits(attacker.token)).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
    await expect(
      cognito.send(new GetTokensFromRefreshTokenCommand({ ClientId, RefreshToken })),
    ).rejects.toMatchObject(refused);
    await expect(signInWith(ATTACKERS_PASSWORD)).rejects.toMatchObject(refused);

    const owner = await signInWith(OWNERS_PASSWORD);
    expect(await readCredits(owner.token)).toMatchObject({ status: 200, body: { credits: WELCOME } });
  });

  it('fails when Cognito cannot end the sessions, and the API refuses the tokens all the same', async () => {
    await preHijack();
    const attacker = await signInWith(ATTACKERS_PASSWORD);
    proxy.reset((_, operation) => (operation === 'AdminUserGlobalSignOut' ? 'throttled' : 'none'));

    await expect(resetPassword()).rejects.toMatchObject({ name: 'UserLambdaValidationException' });

    expect(await readCredits(attacker.token)).toMatchObject({ status: 401 });
  });
});

describe('a stolen access token', () => {
  const stealFresh = async () => (await signInWith(ATTACKERS_PASSWORD)).accessToken;
  const stealRefreshed = async () => {
    const { refreshToken: RefreshToken } = await signInWith(ATTACKERS_PASSWORD);
    const command = new GetTokensFromRefreshTokenCommand({ ClientId: user.ClientId, RefreshToken });
    return (await cognito.send(command)).AuthenticationResult?.AccessToken;
  };

  it.each([
    ['of a sign-in', stealFresh],
    ['of a refresh', stealRefreshed],
  ])('%s cannot read, change, sign out or delete its owner at Cognito', async (_, steal) => {
    const userId = await preHijack();
    const AccessToken = await steal();
    const message = 'Access Token does not have required scopes';

    // Cognito requires the scope for each operation of a user, also for this operation.
    await expect(cognito.send(new GetUserCommand({ AccessToken }))).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message,
    });

    expect(await hasSignIn(cloud, userId)).toBe(true);
    expect(await readCredits((await signInWith(ATTACKERS_PASSWORD)).token)).toMatchObject({ status: 200 });
  });
});

it('The password of another person is useless after the owner of the address has confirmed the sign-up', async () => {
  await preHijack({ discardPassword: 'true' });

  await expect(signInWith(ATTACKERS_PASSWORD)).rejects.toMatchObject({ name: 'NotAuthorizedException' });
  await resetPassword();
  expect(await readCredits((await signInWith(OWNERS_PASSWORD)).token)).toMatchObject({ status: 200 });
});

it('An unconfirmed user is kept for a day', async () => {
  const { UserSub } = await cognito.send(new SignUpCommand({ ...user, Password: ATTACKERS_PASSWORD }));

  expect(await cloud.invoke('DeleteUnconfirmedUsers', {})).toEqual({ deleted: 0 });

  expect(await hasSignIn(cloud, String(UserSub))).toBe(true);
});

it('The user pool sends each code with the subject and the link of its purpose', async () => {
  const { cloud } = await shareCloud();
  const config = await readConfig(cloud);
  const cognito = connectUserPool(cloud, config.region);
  const email = `${randomUUID()}@example.com`;
  const user = { ClientId: config.userPoolClientId, Username: email };
  const UserAttributes = [{ Name: 'email', Value: email }];
  const listMails = () => cloud.mailbox.list().filter(({ to }) => to === email);

  await cognito.send(new SignUpCommand({ ...user, Password: 'correct horse 7', UserAttributes }));
  await cognito.send(new ResendConfirmationCodeCommand(user));
  const ConfirmationCode = listMails()[0]?.code;
  await cognito.send(new ConfirmSignUpCommand({ ...user, ConfirmationCode }));
  await cognito.send(new ForgotPasswordCommand(user));

  const mails = listMails();
  expect(mails.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/password/i),
    expect.stringMatching(/confirm/i),
    expect.stringMatching(/confirm/i),
  ]);
  const [reset, resent, first] = mails.map(({ code }) => code);
  expect(mails.map(({ link }) => link)).toEqual([
    `${cloud.url}/auth?view=update_password&code=${reset}`,
    `${cloud.url}/auth?view=verify_otp&code=${resent}`,
    `${cloud.url}/auth?view=verify_otp&code=${first}`,
  ]);
});

it('A message to support arrives with its level, and its answer goes to the sender', async () => {
  const { cloud } = await shareCloud();
  const creator = await addCreator(cloud);
  await inspectCloud(cloud).givePack(creator.userId, 'pro');
  const subject = `A question ${creator.userId}`;

  const answer = await creator.post('/api/support-messages', {
    subject,
    message: 'How?',
    requestIds: ['r-1'],
  });

  expect(answer).toMatchObject({ status: 200, body: { level: 'priority', answerHours: 24 } });
  const { at, ...mail } = cloud.mailbox.list().find((each) => each.subject.includes(subject)) ?? { at: '' };
  expect(Date.parse(at)).toBeGreaterThan(0);
  expect(mail).toEqual({
    to: 'support@thumbforge.example',
    replyTo: creator.email,
    subject: `[priority] ${subject}`,
    text: `Support level: priority\nAccount: ${creator.userId}\nLast failed requests: r-1\n\nHow?`,
    code: '',
  });
});
