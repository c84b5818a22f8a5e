import { ConverseCommand, ThrottlingException, ValidationException } from '@aws-sdk/client-bedrock-runtime';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import * as metrics from '../../functions/platform/metrics.ts';
import { bedrock, callsMade } from './support/cloud.ts';
import { callEndpoint } from './support/endpoint.ts';
import { errorBody, USER } from './support/event.ts';
import { captureLogs } from './support/logs.ts';
import { answerWith, prepareTextModel } from './support/text-model.ts';
import { GENERATION } from './support/thumbnail-rows.ts';

const concept = (title: string) => ({ title, headline: 'DAY 365', prompt: 'A hand with a stone.' });
const CONCEPTS = ['I built a castle', 'One year of stones', 'How to lay a wall'].map(concept);
const RECOLOR = { kind: 'recolor', find: 'flags', prompt: 'red' };

/** The endpoints that ask the text model, each with an answer that it can use, and the limits of its request. */
const ENDPOINTS = [
  {
    name: 'improvePrompt',
    body: { prompt: 'a castle' },
    text: 'A castle at dusk.',
    result: { prompt: 'A castle at dusk.' },
    reads: ['GetCommand'],
    seconds: 7,
    tokens: 250,
    temperature: 0.7,
  },
  {
    name: 'suggestConcepts',
    body: { script: 'Today I build a castle.' },
    text: { concepts: CONCEPTS },
    result: { concepts: CONCEPTS },
    reads: ['GetCommand'],
    seconds: 11,
    tokens: 1_500,
    temperature: 0.7,
  },
  {
    name: 'suggestEdit',
    body: { thumbnailId: GENERATION, instruction: 'Make the castle red' },
    text: RECOLOR,
    result: { suggestion: RECOLOR },
    reads: ['GetCommand', 'GetCommand'],
    seconds: 7,
    tokens: 300,
    temperature: 0,
  },
  {
    name: 'translateTexts',
    body: { thumbnailId: GENERATION, languages: ['de'], texts: ['CASTLE'] },
    text: { de: ['BURG'] },
    result: { translations: { de: ['BURG'] } },
    reads: ['GetCommand', 'GetCommand'],
    seconds: 11,
    tokens: 3_200,
    temperature: 0.3,
  },
] as const;

describe.each(ENDPOINTS)('$name', ({ name, body: request, text, result, reads, ...limits }) => {
  const suggest = () => callEndpoint(name, USER, { body: request });
  const unavailable = errorBody('model_unavailable', { params: { reason: 'noSuggestion' } });

  beforeEach(() => prepareTextModel(text));

  it('answers with what the model suggests, after the account and the rate limit were checked', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');

    expect(await suggest()).toMatchObject({ status: 200, body: result });

    expect(callsMade()).toEqual([...reads, 'UpdateCommand', 'ConverseCommand']);
    expect(bedrock.call(0).args[0].input).toMatchObject({
      modelId: 'us.text',
      inferenceConfig: { maxTokens: limits.tokens, temperature: limits.temperature },
    });
    expect(timeout).toHaveBeenCalledWith(limits.seconds * 1_000);
    expect(bedrock.call(0).args as unknown[]).toContainEqual({
      abortSignal: timeout.mock.results[0]?.value as AbortSignal,
    });
    // 200 tokens for 0.5 dollars a million, and 100 for 2.
    expect(metrics.recordSuggestion).toHaveBeenCalledExactlyOnceWith('us.text', 0.000_3);
  });

  it.each([
    ['content_filtered', () => answerWith('I cannot help with that.', 'content_filtered')],
    ['guardrail_intervened', () => answerWith('I cannot help with that.', 'guardrail_intervened')],
    [
      'ValidationException',
      () => bedrock.on(ConverseCommand).rejects(new ValidationException({ message: '', $metadata: {} })),
    ],
  ])('says that the model declined: %s', async (_, decline) => {
    decline();

    const { status, body } = await suggest();

    const declined = errorBody('content_filtered', { params: { reason: 'declinedIdea' } });
    expect([status, body]).toEqual([422, declined]);
    expect(bedrock.calls()).toHaveLength(1);
  });

  it('answers with 503 when the model is throttled; neither the response nor the logs have the text', async () => {
    const logs = captureLogs();
    bedrock.on(ConverseCommand).rejects(new ThrottlingException({ message: 'a castle', $metadata: {} }));

    const { status, body } = await suggest();

    expect([status, body]).toEqual([503, unavailable]);
    expect(logs.text()).toContain('text model failed');
    expect(logs.text()).not.toContain('castle');
  });

  it('logs nothing of an answer that is not usable, which has its price, too', async () => {
    const logs = captureLogs();
    answerWith('A castle at', 'max_tokens');

    await suggest();

    expect(logs.text()).toContain('not usable');
    expect(logs.text()).not.toContain('castle');
    expect(vi.mocked(metrics.recordSuggestion).mock.calls).toEqual(
      bedrock.calls().map(() => ['us.text', 0.000_3]),
    );
  });
});

// After all others, because it imports the modules again.
it.each(ENDPOINTS)('$name is not offered in a stage without a text model', async ({ name, body, text }) => {
  onTestFinished(() => {
    vi.unstubAllEnvs();
    vi.resetModules();
  });
  vi.stubEnv('PROMPT_MODEL', '');
  vi.resetModules();
  prepareTextModel(text);

  expect(await callEndpoint(name, USER, { body })).toMatchObject({
    status: 404,
    body: { code: 'not_found' },
  });

  expect(callsMade()).toEqual(['GetCommand']);
});
