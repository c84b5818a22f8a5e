import { afterEach, describe, expect, it, vi } from 'vitest';
import { selectModels } from '../../../functions/models/pool.ts';
import { selectAccepting } from '../../../functions/models/text-limits.ts';
import { estimateTurn, nameServiceLine } from '../../../functions/thumbnails/waiting-line/lines.ts';
import { callsMade, cloudWorks } from '../support/cloud.ts';
import { call } from '../support/event.ts';
import { REQUEST } from '../support/generation.ts';

const ids = (chosen?: string) => selectModels(chosen, { prompt: 'a castle' }).map(({ id }) => id);

afterEach(() => {
  vi.doUnmock('../../../functions/models/stability.ts');
  vi.unstubAllEnvs();
  vi.resetModules();
});

describe('the models of one generation', () => {
  it.each([
    [undefined, ['first', 'second']],
    ['first', ['first', 'second']],
    ['second', ['second', 'first']],
    ['dear', ['dear']],
  ])('start with the requested one (%s) and have its price: %j', (chosen, order) => {
    expect(ids(chosen)).toEqual(order);
  });

  it.each(['', 'First', 'third', '__proto__'])('cannot be requested outside the pool: "%s"', (chosen) => {
    expect(() => ids(chosen)).toThrow('model must be one of first, second, dear');
  });
});

describe('a text that a model does not accept', () => {
  const models = [
    { id: 'short', limit: 10 },
    { id: 'long', limit: 20 },
  ];

  it.each([
    ['prompt', { prompt: 'x'.repeat(11) }],
    ['negativePrompt', { prompt: 'x', negativePrompt: 'x'.repeat(20) }],
  ])('excludes this model: %s', (_, text) => {
    expect(selectAccepting(models, ({ limit }) => limit, text)).toEqual([models[1]]);
  });

  it.each([
    ['prompt', { prompt: 'x'.repeat(21) }],
    ['negativePrompt', { negativePrompt: 'x'.repeat(21) }],
  ])('answers 400 before anything is taken if no model accepts it: %s', async (field, tooLong) => {
    cloudWorks();
    vi.resetModules();
    vi.doMock(import('../../../functions/models/stability.ts'), async (importOriginal) => {
      const original = await importOriginal();
      return { ...original, stability: { ...original.stability, maxTextLength: 20 } };
    });
    const { handler } = await import('../../../functions/api/generate-thumbnail.ts');

    const answer = await call(handler, { body: { ...REQUEST, prompt: 'x', ...tooLong } });

    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', error: `${field} must be at most 20 characters for this model` },
    });
    expect(callsMade()).toEqual([]);
  });
});

describe('an invalid MODEL_POOL', () => {
  const model = { id: 'one', region: 'us-west-2', schema: 'stability', label: 'One', cost: 1 };

  it.each([
    ['absent', undefined],
    ['not JSON', 'one, two'],
    ['empty', '[]'],
    ['with a free model', JSON.stringify([{ ...model, cost: 0 }])],
    ['with an unknown schema', JSON.stringify([{ ...model, schema: 'other' }])],
    ['with a model twice', JSON.stringify([model, model])],
  ])('that is %s stops the cold start', async (_, pool) => {
    vi.stubEnv('MODEL_POOL', pool);
    vi.resetModules();

    await expect(import('../../../functions/models/pool.ts')).rejects.toThrow();
  });
});

// Each model has the default quota of ten images a minute and region. A model with another price is not in the line.
it.each([
  ['style', 30],
  ['layout', 10],
  ['cutout', 20],
] as const)(
  'the line of %s starts %i images a minute: the quotas of its models in all of their regions',
  (use, images) => {
    expect(estimateTurn(nameServiceLine(use), images)).toBeCloseTo(60);
  },
);
