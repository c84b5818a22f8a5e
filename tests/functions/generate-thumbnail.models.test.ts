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
import { beforeEach, describe, expect, it } from 'vitest';
import {
  bedrock,
  callsMade,
  cloudWorks,
  hangUntilAborted,
  ledgerEntries,
  modelsAsked,
  regionsAsked,
  settledAttributes,
} from './support/cloud.ts';
import { errorBody } from './support/event.ts';
import { generate, REFUNDED, SPENT } from './support/generation.ts';
import { png, rawAnswer, stabilityAnswer } from './support/models.ts';

const details = { message: 'from Bedrock', $metadata: {} };
const throttled = new ThrottlingException(details);
const first = () => bedrock.on(InvokeModelCommand, { modelId: 'first' });
const models = () => modelsAsked().map(({ model }) => model);

beforeEach(() => {
  cloudWorks();
  bedrock.on(InvokeModelCommand, { modelId: 'second' }).resolves(stabilityAnswer(png(1280, 720)));
});

describe('the next model generates the image at no extra cost', () => {
  it.each([
    throttled,
    new ServiceUnavailableException(details),
    new ModelNotReadyException(details),
    new ModelTimeoutException(details),
    new ModelErrorException(details),
    new InternalServerException(details),
    new AccessDeniedException(details),
    new ResourceNotFoundException(details),
    new ServiceQuotaExceededException(details),
    new ValidationException({ ...details, message: 'The provided model identifier is invalid.' }),
    Object.assign(new Error('connect ECONNREFUSED'), { name: 'ECONNREFUSED' }),
  ])('when the first one fails with $name', async (error) => {
    first().rejects(error);

    expect(await generate()).toMatchObject({ status: 200 });
    expect(models()).toEqual(['first', 'second']);
    expect(ledgerEntries()).toEqual(SPENT);
  });

  it.each([
    ['is not JSON', rawAnswer('<html>busy</html>')],
    ['does not match its schema', rawAnswer('{"images":"text"}')],
    ['contains an incomplete PNG', stabilityAnswer(png().subarray(0, 20))],
  ])('when the response of the first one %s', async (_, response) => {
    first().resolves(response);

    expect(await generate()).toMatchObject({ status: 200 });
    expect(models()).toEqual(['first', 'second']);
  });

  it('in its own region, and the record stores its id and the size of its image', async () => {
    first().rejects(throttled);

    await generate();

    expect(await regionsAsked()).toEqual(['us-west-2', 'us-east-1']);
    expect(settledAttributes()).toMatchObject({ model: 'second', width: 1280, height: 720 });
  });
});

describe('a generation without an available model', () => {
  it('answers 503 after trying all models of the same price, refunds the credit and stores no image', async () => {
    bedrock.on(InvokeModelCommand).rejects(throttled);
    bedrock.on(InvokeModelCommand, { modelId: 'second' }).rejects(throttled);

    expect(await generate()).toMatchObject({
      status: 503,
      body: errorBody('model_unavailable', { charge: 'refunded' }),
    });
    expect(models()).toEqual(['first', 'second']);
    expect(ledgerEntries()).toEqual(REFUNDED);
    expect(callsMade()).not.toContain('PutObjectCommand');
  });

  it('does not fall back to a cheaper model than the requested one', async () => {
    bedrock.on(InvokeModelCommand, { modelId: 'dear' }).rejects(throttled);

    expect(await generate({ model: 'dear' })).toMatchObject({ status: 503 });
    expect(models()).toEqual(['dear']);
    expect(ledgerEntries()).toEqual(REFUNDED);
  });
});

describe('a prompt that the content filter rejects', () => {
  const image = png().toString('base64');
  const filteredImage = `{"images":["${image}"],"finish_reasons":["Filter reason: output image"]}`;
  const validationError = (message: string) => new ValidationException({ message, $metadata: {} });

  it.each<[string, () => unknown]>([
    ['with an image', () => first().resolves(rawAnswer(filteredImage))],
    ...[
      'This request has been blocked by our content filters. Our filters automatically flagged this prompt.',
      'The generated image(s) conflict with the AWS Responsible AI Policy.',
      // A request that is invalid because of the prompt. Only the beginning of the message is Bedrock's own.
      'Malformed input request: a castle. The provided model identifier is invalid.',
    ].map((message): [string, () => unknown] => [
      `with the error "${message}"`,
      () => first().rejects(validationError(message)),
    ]),
  ])('%s answers 422, refunds the credit and tries no other model', async (_, reject) => {
    reject();

    const answer = await generate();

    expect(answer).toMatchObject({ status: 422, body: { code: 'content_filtered', charge: 'refunded' } });
    expect(models()).toEqual(['first']);
    expect(ledgerEntries()).toEqual(REFUNDED);
    expect(callsMade()).not.toContain('PutObjectCommand');
  });

  it('is not recognized by another error with these words', async () => {
    const message = 'The content filter is overloaded.';
    const error = new ServiceUnavailableException({ message, $metadata: {} });
    first().rejects(error);

    expect(await generate()).toMatchObject({ status: 200 });
  });
});

describe('models that do not respond', () => {
  it.each([
    ['4 s before the end of the invocation', 4_020, ['first']],
    ['immediately when less time remains', 1_000, ['first']],
  ])('end the generation with 504 and a refund %s', async (_, remainingMs, expected) => {
    bedrock.on(InvokeModelCommand).callsFake(() => hangUntilAborted(bedrock));

    const answer = await generate({}, { remainingMs });

    expect(answer).toMatchObject({ status: 504, body: { code: 'generation_timeout', charge: 'refunded' } });
    expect(models()).toEqual(expected);
    expect(ledgerEntries()).toEqual(REFUNDED);
  });

  it('share one time limit with the models before them', async () => {
    first().rejects(throttled);
    bedrock.on(InvokeModelCommand, { modelId: 'second' }).callsFake(() => hangUntilAborted(bedrock));

    expect(await generate({}, { remainingMs: 4_020 })).toMatchObject({
      status: 504,
      body: { code: 'generation_timeout' },
    });
    expect(models()).toEqual(['first', 'second']);
    expect(ledgerEntries()).toEqual(REFUNDED);
  });
});
