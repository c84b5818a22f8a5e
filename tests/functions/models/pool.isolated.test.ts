import { afterEach, describe, expect, it, vi } from 'vitest';
import { selectModels } from '../../../functions/models/pool.ts';

const ids = (chosen?: string) => selectModels(chosen).map(({ id }) => id);

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('the models for one generation', () => {
  it.each([
    [undefined, ['first', 'second', 'dear']],
    ['first', ['first', 'second', 'dear']],
    ['second', ['second', 'first', 'dear']],
    ['dear', ['dear']],
  ])('begin with the choice (%s), and never cost less than it: %j', (chosen, order) => {
    expect(ids(chosen)).toEqual(order);
  });

  it.each(['', 'First', 'third', '__proto__'])('cannot be chosen outside the pool: "%s"', (chosen) => {
    expect(() => selectModels(chosen)).toThrow('model must be one of first, second, dear');
  });
});

describe('a pool that makes no sense', () => {
  const model = { id: 'one', region: 'us-west-2', schema: 'stability', label: 'One', cost: 1 };

  it.each([
    ['none', undefined],
    ['no JSON', 'one, two'],
    ['no models', '[]'],
    ['a free model', JSON.stringify([{ ...model, cost: 0 }])],
    ['an unknown schema', JSON.stringify([{ ...model, schema: 'other' }])],
    ['a model twice', JSON.stringify([model, model])],
  ])('(%s) stops the cold start', async (_, pool) => {
    vi.stubEnv('MODEL_POOL', pool);
    vi.resetModules();

    await expect(import('../../../functions/models/pool.ts')).rejects.toThrow();
  });
});
