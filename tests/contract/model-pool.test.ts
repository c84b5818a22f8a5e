import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { modelPool } from '../../contract/model-pool.ts';

const model = { id: 'one', region: 'us-west-2', schema: 'stability', label: 'One', cost: 1 };

describe('the schema of the model pool', () => {
  it.each([
    ['one model', [model]],
    ['two models', [model, { ...model, id: 'two' }]],
    ['an expensive model', [{ ...model, cost: 100 }]],
    ['a region of several words', [{ ...model, region: 'us-gov-west-1' }]],
  ])('accepts a pool with %s', (_, pool) => {
    expect(z.parse(modelPool, pool)).toEqual(pool);
  });

  it.each([
    ['no models', [], '', 'the pool needs at least one model'],
    ['a model twice', [model, { ...model, label: 'Again' }], '', 'a model id appears twice'],
    ['a free model', [{ ...model, cost: 0 }], '0.cost', 'cost must be at least 1'],
    ['a negative cost', [{ ...model, cost: -1 }], '0.cost', 'cost must be at least 1'],
    ['half a credit', [{ ...model, cost: 0.5 }], '0.cost', 'cost must be a whole number'],
    [
      'an invalid region',
      [model, { ...model, id: 'two', region: 'Oregon' }],
      '1.region',
      'region must be an AWS region',
    ],
  ])('refuses a pool with %s and names the field and the reason', (_, pool, path, message) => {
    const { error } = z.safeParse(modelPool, pool);

    expect(error?.issues.map((issue) => [issue.path.join('.'), issue.message])).toContainEqual([
      path,
      message,
    ]);
  });

  it.each([
    ['without an id', { ...model, id: '' }, '0.id'],
    ['without a label', { ...model, label: '' }, '0.label'],
    ['of an unknown schema', { ...model, schema: 'other' }, '0.schema'],
    ['that is not an object', 'one', '0'],
  ])('refuses a pool with a model %s and names the field', (_, wrong, path) => {
    const { error } = z.safeParse(modelPool, [wrong]);

    expect(error?.issues.map((issue) => issue.path.join('.'))).toEqual([path]);
  });
});
