import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { ok, type Check } from '../../../../infra/commands/doctor/check.ts';
import { examine } from '../../../../infra/commands/doctor/examine.ts';
import { may } from '../../../../infra/commands/doctor/may.ts';
import { awsError, notAllowed, patientWith } from '../../support/patient.ts';

const fine: Check = { name: 'fine', look: () => Promise.resolve([ok('Fine.')]) };
const checkThat = (name: string, look: Check['look']): Check => ({ name, look });

describe('an examination', () => {
  it('reports every check, in their order, whichever answers first', async () => {
    let release: () => void = () => undefined;
    const slow = checkThat('slow', () => new Promise((resolve) => (release = () => resolve([ok('Slow.')]))));
    const quick = checkThat('quick', () => {
      release();
      return Promise.resolve([ok('One.'), ok('Two.')]);
    });

    expect(await examine([slow, quick], patientWith())).toEqual([
      { check: 'slow', state: 'ok', found: 'Slow.' },
      { check: 'quick', state: 'ok', found: 'One.' },
      { check: 'quick', state: 'ok', found: 'Two.' },
    ]);
  });

  it('goes on where one check fails, and says nothing of what its error says', async () => {
    const broken = checkThat('broken', () => Promise.reject(awsError('InternalFailure')));

    expect(await examine([broken, fine], patientWith())).toEqual([
      { check: 'broken', state: '?', found: 'The check failed: InternalFailure.', fix: 'Run it again.' },
      { check: 'fine', state: 'ok', found: 'Fine.' },
    ]);
  });

  it('tells an error of Stripe by its type', async () => {
    const refused = new Stripe.errors.StripePermissionError({
      message: 'rk_live_1 may not',
      type: 'api_error',
    });
    const broken = checkThat('broken', () => Promise.reject(refused));

    expect(await examine([broken], patientWith())).toMatchObject([
      { found: 'The check failed: StripePermissionError.' },
    ]);
  });

  it('goes on where one check never answers', async () => {
    const hanging = checkThat('hanging', () => new Promise(() => undefined));

    expect(await examine([hanging, fine], patientWith(), 1)).toEqual([
      { check: 'hanging', state: '?', found: 'There was no answer within 0.001 s.', fix: 'Run it again.' },
      { check: 'fine', state: 'ok', found: 'Fine.' },
    ]);
  });

  it.each(['AccessDenied', 'AccessDeniedException', 'UnauthorizedOperation'])(
    'names the permission where AWS answers %s',
    async (name) => {
      const refused = checkThat('refused', () => may('bedrock:Try', () => Promise.reject(awsError(name))));

      expect(await examine([refused], patientWith())).toEqual([
        { check: 'refused', ...notAllowed('bedrock:Try') },
      ]);
    },
  );
});
