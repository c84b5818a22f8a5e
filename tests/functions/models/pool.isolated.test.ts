import { afterEach, describe, expect, it, vi } from 'vitest';
import { selectModels } from '../../../functions/models/pool.ts';

const ids = (chosen?: string) => selectModels(chosen).map(({ id }) => id);

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('the models of one generation', () => {
  it.each([
    [undefined, ['first', 'second', 'dear']],
    ['first', ['first', 'second', 'dear']],
    ['second', ['second', 'first', 'dear']],
    ['dear', ['dear']],
  ])('start with the requested one (%s) and exclude cheaper ones: %j', (chosen, order) => {
    expect(ids(chosen)).toEqual(order);
  });

  it.each(['', 'First', 'third', '__proto__'])('cannot be requested outside the pool: "%s"', (chosen) => {
    expect(() => selectModels(chosen)).toThrow('model must be one of first, second, dear');
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
