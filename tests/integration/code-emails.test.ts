import {
  ConfirmSignUpCommand,
  ForgotPasswordCommand,
  ResendConfirmationCodeCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { addCreator, connectUserPool, readConfig } from '../support/cloud/creator.ts';
import { inspectCloud } from '../support/cloud-inspector.ts';
import { shareCloud } from './support/shared-cloud.ts';

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
