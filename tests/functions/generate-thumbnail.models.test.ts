import {
  AccessDeniedException,
  InternalServerException,
  InvokeModelCommand,
  ModelErrorException,
  ModelNotReadyException,
  ModelTimeoutException,
  ResourceNotFoundException,
  ServiceQuotaExceededException,
  ServiceUnavailableException,
  ThrottlingException,
  ValidationException,
} from '@aws-sdk/client-bedrock-runtime';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { handler } from '../../functions/generate-thumbnail.ts';
import {
  bedrock,
  callsMade,
  cloudWorks,
  dynamodb,
  hangUntilAborted,
  ledgerEntries,
  modelsAsked,
  transactions,
} from './support/cloud.ts';
import { call, REQUEST_ID, USER } from './support/event.ts';
import { png, rawAnswer, stabilityAnswer } from './support/models.ts';
import { GENERATION, PROMPT } from './support/thumbnail-rows.ts';

const request = { prompt: PROMPT, userId: USER, generationId: GENERATION };
const generate = (changes: Record<string, unknown> = {}) =>
  call(handler, { body: { ...request, ...changes } });
const models = () => modelsAsked().map(({ model }) => model);
const told = { message: 'of Bedrock', $metadata: {} };
const settled = () => dynamodb.commandCalls(UpdateCommand)[0]?.args[0].input;
const throttled = new ThrottlingException(told);

beforeEach(() => {
  cloudWorks();
  bedrock.on(InvokeModelCommand, { modelId: 'second' }).resolves(stabilityAnswer(png(1280, 720)));
});

describe('a model that cannot serve now', () => {
  it.each([
    throttled,
    new ServiceUnavailableException(told),
    new ModelNotReadyException(told),
    new ModelTimeoutException(told),
    new ModelErrorException(told),
    new InternalServerException(told),
    new AccessDeniedException(told),
    new ResourceNotFoundException(told),
    new ServiceQuotaExceededException(told),
    new ValidationException({ ...told, message: 'Malformed input request' }),
    Object.assign(new Error('connect ECONNREFUSED'), { name: 'ECONNREFUSED' }),
  ])('$name: the next one paints, and nothing more is charged', async (error) => {
    bedrock.on(InvokeModelCommand, { modelId: 'first' }).rejects(error);

    const answer = await generate();

    expect(answer.status).toBe(200);
    expect(models()).toEqual(['first', 'second']);
    expect(ledgerEntries()).toEqual([`spend#${GENERATION}`]);
  });

  it.each([
    ['is not JSON', rawAnswer('<html>busy</html>')],
    ['is not of its schema', rawAnswer('{"images":"text"}')],
    ['holds no picture', rawAnswer('{"images":[],"finish_reasons":[null]}')],
    ['holds an empty picture', rawAnswer('{"images":[""],"finish_reasons":[null]}')],
    ['tells of an inference error', rawAnswer('{"images":["aaaa"],"finish_reasons":["Inference error"]}')],
  ])('an answer that %s: the next one paints', async (_, reply) => {
    bedrock.on(InvokeModelCommand, { modelId: 'first' }).resolves(reply);

    const answer = await generate();

    expect(answer.status).toBe(200);
    expect(models()).toEqual(['first', 'second']);
  });

  it('is asked in its own region, and so is the next one', async () => {
    bedrock.on(InvokeModelCommand, { modelId: 'first' }).rejects(throttled);

    await generate();

    const clients = bedrock
      .calls()
      .map(({ thisValue }) => thisValue as { config: { region(): Promise<string> } });
    expect(await Promise.all(clients.map(({ config }) => config.region()))).toEqual([
      'us-west-2',
      'us-east-1',
    ]);
  });

  it('is not the one that the record names', async () => {
    bedrock.on(InvokeModelCommand, { modelId: 'first' }).rejects(throttled);

    await generate();

    expect(settled()?.ExpressionAttributeValues).toMatchObject({
      ':model': 'second',
      ':width': 1280,
      ':height': 720,
    });
  });

  it('all of them: 503, and the credit is back before the answer leaves', async () => {
    bedrock.on(InvokeModelCommand).rejects(throttled);
    bedrock.on(InvokeModelCommand, { modelId: 'second' }).rejects(throttled);

    const answer = await generate();

    expect(answer.status).toBe(503);
    expect(answer.body).toEqual({
      error: 'The image models are busy; no credit was taken.',
      code: 'model_unavailable',
      requestId: REQUEST_ID,
    });
    expect(models()).toEqual(['first', 'second', 'dear']);
    expect(ledgerEntries()).toEqual([`spend#${GENERATION}`, `refund#${GENERATION}`]);
    expect(callsMade()).not.toContain('PutObjectCommand');
  });
});

describe('the refund of a failed generation', () => {
  it('is one transaction: the record, only if pending, the ledger row and the balance', async () => {
    bedrock.on(InvokeModelCommand).rejects(throttled);

    await generate({ model: 'dear' });

    // A cheaper model is never asked for the price of a dearer one.
    expect(models()).toEqual(['dear']);
    const now = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string;
    expect(transactions()[1]).toEqual([
      {
        Update: {
          TableName: 'thumbnails',
          Key: { userId: USER, generationId: GENERATION },
          UpdateExpression:
            'SET #status = :failed, failure = :failure, endedAt = :now REMOVE pendingShard, startedAt',
          ConditionExpression: '#status = :pending',
          ExpressionAttributeNames: { '#status': 'status' },
          ExpressionAttributeValues: {
            ':pending': 'pending',
            ':failed': 'failed',
            ':failure': 'model_unavailable',
            ':now': now,
          },
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        },
      },
      {
        Put: {
          TableName: 'ledger',
          Item: {
            userId: USER,
            entryId: `refund#${GENERATION}`,
            kind: 'refund',
            amount: 3,
            ref: GENERATION,
            createdAt: now,
          },
          ConditionExpression: 'attribute_not_exists(entryId)',
        },
      },
      {
        Update: {
          TableName: 'users',
          Key: { id: USER },
          UpdateExpression: 'ADD credits :amount',
          ConditionExpression: 'attribute_exists(id)',
          ExpressionAttributeValues: { ':amount': 3 },
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        },
      },
    ]);
  });
});

describe("a model's content filter", () => {
  it.each([
    ['without a picture', rawAnswer('{"finish_reasons":["Filter reason: prompt"]}')],
    ['of the picture', rawAnswer('{"images":[""],"finish_reasons":["Filter reason: output image"]}')],
    [
      'with a picture all the same',
      rawAnswer(
        `{"images":["${png().toString('base64')}"],"finish_reasons":["Filter reason: output image"]}`,
      ),
    ],
  ])('%s: 422, refunded, and no other model is asked', async (_, reply) => {
    bedrock.on(InvokeModelCommand, { modelId: 'first' }).resolves(reply);

    const answer = await generate();

    expect(answer).toMatchObject({ status: 422, body: { code: 'content_filtered' } });
    expect(answer.body['error']).toMatch(/declined this prompt; no credit was taken/);
    expect(models()).toEqual(['first']);
    expect(ledgerEntries()).toEqual([`spend#${GENERATION}`, `refund#${GENERATION}`]);
    expect(callsMade()).not.toContain('PutObjectCommand');
  });

  it.each([
    'This request has been blocked by our content filters. Our filters automatically flagged this prompt.',
    'The generated image(s) conflict with the AWS Responsible AI Policy.',
  ])('reported as a validation error is one, too: %s', async (message) => {
    bedrock
      .on(InvokeModelCommand, { modelId: 'second' })
      .rejects(new ValidationException({ message, $metadata: {} }));

    const answer = await generate({ model: 'second' });

    expect(answer).toMatchObject({ status: 422, body: { code: 'content_filtered' } });
    expect(models()).toEqual(['second']);
    expect(ledgerEntries()).toEqual([`spend#${GENERATION}`, `refund#${GENERATION}`]);
  });
});

describe('the time for painting', () => {
  it('ends 4 s before the invocation does: 504, refunded, and no other model is asked', async () => {
    bedrock.on(InvokeModelCommand).callsFake(() => hangUntilAborted(bedrock));

    const answer = await call(handler, { body: request, remainingMs: 4_020 });

    expect(answer).toMatchObject({ status: 504, body: { code: 'generation_timeout' } });
    expect(answer.body['error']).toMatch(/too long to answer; no credit was taken/);
    expect(models()).toEqual(['first']);
    expect(ledgerEntries()).toEqual([`spend#${GENERATION}`, `refund#${GENERATION}`]);
  });

  it('is shared by all models: the second one has what the first one left', async () => {
    bedrock.on(InvokeModelCommand, { modelId: 'first' }).rejects(throttled);
    bedrock.on(InvokeModelCommand, { modelId: 'second' }).callsFake(() => hangUntilAborted(bedrock));

    const answer = await call(handler, { body: request, remainingMs: 4_020 });

    expect(answer).toMatchObject({ status: 504, body: { code: 'generation_timeout' } });
    expect(models()).toEqual(['first', 'second']);
    expect(ledgerEntries()).toEqual([`spend#${GENERATION}`, `refund#${GENERATION}`]);
  });

  it('is over at once where the invocation has less left, and even then the credit comes back', async () => {
    bedrock.on(InvokeModelCommand).callsFake(() => hangUntilAborted(bedrock));

    const answer = await call(handler, { body: request, remainingMs: 1_000 });

    expect(answer).toMatchObject({ status: 504, body: { code: 'generation_timeout' } });
    expect(ledgerEntries()).toEqual([`spend#${GENERATION}`, `refund#${GENERATION}`]);
  });
});

describe('a picture that is not a PNG', () => {
  it.each([
    ['a JPEG', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(40)])],
    ['text', Buffer.from('not a picture, but quite long enough to be one')],
    ['a PNG cut short', png().subarray(0, 20)],
  ])('%s is never stored: the next model is asked, and the credit comes back', async (_, picture) => {
    bedrock.on(InvokeModelCommand).resolves(stabilityAnswer(picture));

    const answer = await generate();

    expect(answer).toMatchObject({ status: 503, body: { code: 'model_unavailable' } });
    expect(answer.body['error']).toMatch(/no credit was taken/);
    expect(callsMade()).not.toContain('PutObjectCommand');
    expect(ledgerEntries()).toEqual([`spend#${GENERATION}`, `refund#${GENERATION}`]);
  });
});
