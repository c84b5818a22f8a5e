import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { modelPool } from '../../contract/model-pool.ts';

const model = { id: 'one', region: 'us-west-2', schema: 'stability', label: 'One', cost: 1 };

describe('a pool', () => {
  it.each([
    ['of one', [model]],
    ['of two models', [model, { ...model, id: 'two' }]],
    ['of a dear one', [{ ...model, cost: 100 }]],
    ['in a region of several words', [{ ...model, region: 'us-gov-west-1' }]],
  ])('%s', (_, pool) => {
    expect(z.parse(modelPool, pool)).toEqual(pool);
  });

  it.each([
    ['of none', [], '', 'the pool needs at least one model'],
    ['with a model twice', [model, { ...model, label: 'Again' }], '', 'a model id appears twice'],
    ['with a free one', [{ ...model, cost: 0 }], '0.cost', 'cost must be at least 1'],
    ['with one that pays', [{ ...model, cost: -1 }], '0.cost', 'cost must be at least 1'],
    ['with half a credit', [{ ...model, cost: 0.5 }], '0.cost', 'cost must be a whole number'],
    [
      'with no region',
      [model, { ...model, id: 'two', region: 'Oregon' }],
      '1.region',
      'region must be an AWS region',
    ],
  ])('%s is refused, with the field and why', (_, pool, path, message) => {
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
    ['that is no object', 'one', '0'],
  ])('with a model %s is refused, with the field', (_, wrong, path) => {
    const { error } = z.safeParse(modelPool, [wrong]);

    expect(error?.issues.map((issue) => issue.path.join('.'))).toEqual([path]);
  });
});
