import {
  InvokeModelCommand,
  ThrottlingException,
  ValidationException,
} from '@aws-sdk/client-bedrock-runtime';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { GetCommand, PutCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { handler as generateThumbnail } from '../../functions/api/generate-thumbnail.ts';
import { handler as welcomeUser } from '../../functions/events/welcome-user.ts';
import { bedrock, cloudWorks, dynamodb, s3, timedOut } from './support/cloud.ts';
import { confirmed } from './support/cognito-event.ts';
import { call, lambdaContext, USER } from './support/event.ts';
import { rawAnswer } from './support/models.ts';
import { captureLogs } from './support/logs.ts';
import { GENERATION } from './support/thumbnail-rows.ts';

const EMAIL = 'creator@example.com';
const secrets = { prompt: 'a-secret-castle', negativePrompt: 'secret-blur' };
const body = { ...secrets, userId: USER, generationId: GENERATION };
const failModels = (error: Error) => bedrock.on(InvokeModelCommand).rejects(error);
let logs: ReturnType<typeof captureLogs>;

beforeEach(() => {
  cloudWorks();
  logs = captureLogs();
});

function expectNoSecrets(): void {
  const text = logs.text();
  for (const secret of [...Object.values(secrets), EMAIL]) expect(text).not.toContain(secret);
}

describe('the log of a generation contains no prompt, negative prompt or e-mail address', () => {
  const quote = JSON.stringify({ ...body, EMAIL });
  const failReserve = (message: string) => dynamodb.on(TransactWriteCommand).rejects(new Error(message));

  it.each<[string, string, object, () => unknown]>([
    ['it succeeds', 'request completed', { level: 'INFO', status: 200 }, () => undefined],
    [
      'the error of a model quotes the prompt',
      'model rejected the request',
      { level: 'WARN', model: 'first' },
      () => failModels(new ValidationException({ message: `Malformed: ${quote}`, $metadata: {} })),
    ],
    [
      'a model responds with the prompt instead of an image',
      'model unavailable',
      { model: 'first' },
      () => bedrock.on(InvokeModelCommand).resolves(rawAnswer(`I cannot paint ${secrets.prompt}`)),
    ],
    [
      'the error of the reserve quotes the item',
      'request completed',
      { level: 'ERROR', status: 500, cause: 'Error' },
      () => failReserve(`bad row ${quote}`),
    ],
    [
      'the time-out of the reserve quotes the prompt',
      'reservation not confirmed',
      { level: 'WARN', cause: 'TimeoutError' },
      () =>
        dynamodb
          .on(TransactWriteCommand)
          .rejects(Object.assign(timedOut(), { message: `slow ${secrets.prompt}` })),
    ],
    [
      'the storage of the preview quotes the prompt',
      'preview not stored',
      { level: 'WARN', cause: 'AccessDenied' },
      () =>
        s3
          .on(PutObjectCommand, { ContentType: 'image/webp' })
          .rejects(Object.assign(new Error(`denied ${secrets.prompt}`), { name: 'AccessDenied' })),
    ],
    [
      'a line of the error message looks like a stack frame',
      'request completed',
      { level: 'ERROR', status: 500 },
      () => failReserve(`bad row:\n    at ${secrets.prompt}`),
    ],
    [
      'the refund fails with an error that quotes the prompt',
      'refund failed',
      { level: 'ERROR', cause: 'TimeoutError' },
      () => {
        failModels(new ThrottlingException({ message: 'busy', $metadata: {} }));
        const error = Object.assign(timedOut(), { message: secrets.prompt });
        dynamodb.on(TransactWriteCommand).resolvesOnce({}).rejects(error);
      },
    ],
  ])('when %s', async (_, message, line, prepare) => {
    prepare();

    await call(generateThumbnail, { body });

    expect(logs.lines(message)[0]).toMatchObject(line);
    expectNoSecrets();
  });

  it('when the body of the request is not JSON', async () => {
    await call(generateThumbnail, { body: `${secrets.prompt} ${secrets.negativePrompt} ${EMAIL}` });

    expect(logs.lines('request completed')).toMatchObject([{ status: 400, code: 'invalid_request' }]);
    expectNoSecrets();
  });
});

describe('the log of a generation contains what an operator needs', () => {
  it('the id of the invocation and the route', async () => {
    await call(generateThumbnail, { routeKey: 'POST /api/generate-thumbnail', body });

    expect(logs.lines('request completed')).toMatchObject([
      { routeKey: 'POST /api/generate-thumbnail', function_request_id: 'invocation-1' },
    ]);
  });

  it('the class of the error', async () => {
    s3.on(PutObjectCommand).rejects(Object.assign(new Error('secret'), { name: 'AccessDenied' }));

    await call(generateThumbnail, { body });

    expect(logs.lines('generation failed')).toMatchObject([{ failure: 'internal', cause: 'AccessDenied' }]);
  });

  it('the stack frames of an unexpected error', async () => {
    s3.on(PutObjectCommand).callsFake(function storing() {
      throw new Error('secret');
    });

    await call(generateThumbnail, { body });

    const lines = [...logs.lines('generation failed'), ...logs.lines('request completed')];
    expect(JSON.stringify(lines)).toContain('storing');
  });
});

describe('the log of a new account', () => {
  it('contains no e-mail address', async () => {
    dynamodb.on(GetCommand).resolves({});
    dynamodb.on(PutCommand).resolves({});

    await welcomeUser(confirmed({ email: EMAIL }), lambdaContext());

    expect(logs.lines('account')).toMatchObject([{ opened: true }]);
    expectNoSecrets();
  });
});
