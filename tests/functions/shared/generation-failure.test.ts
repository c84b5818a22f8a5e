import { expect, it } from 'vitest';
import { failureMessage } from '../../../functions/shared/generation-failure.ts';

const LATER = 'Something went wrong on our side; your credit comes back within ten minutes.';

it.each([
  ['one sentence', true, 'It is private.', 'It is private; no credit was taken.'],
  ['two sentences', true, 'It is private. Try another.', 'It is private. Try another; no credit was taken.'],
  ['an assurance', true, 'It is private; no credit was taken.', 'It is private; no credit was taken.'],
  ['a refund to come', false, 'It is private.', LATER],
] as const)(
  'the message of a failure whose reason has %s says once what happened to the credit',
  (...row) => {
    const [, refunded, reason, message] = row;

    expect(failureMessage({ code: 'reference_not_found', reason }, refunded)).toBe(message);
  },
);
