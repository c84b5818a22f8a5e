import { beforeEach, describe, expect, it } from 'vitest';
import { handler as showHandler } from '../../../functions/show-account.ts';
import { handler } from '../../../functions/suspend-account.ts';
import { lambdaContext } from '../support/event.ts';
import * as db from './support/database.ts';

const BY = 'arn:aws:sts::000000000000:assumed-role/Support/jane';
const CLOSED_AT = '2026-11-21T09:00:00.000Z';
const ISO = expect.stringMatching(/^20.*Z$/) as string;

let user: string;
const change = (action: string, why = 'chargebacks') =>
  handler({ userId: user, action, by: BY, why }, lambdaContext());

beforeEach(async () => {
  user = db.newUser();
  await db.putUser(user, 3);
});

describe('the suspension of an account', () => {
  it('is recorded with the operator and the reason, and shown by show-account', async () => {
    expect(await change('suspend')).toEqual({ kind: 'changed' });
    expect(await db.findUserItem(user)).toMatchObject({ credits: 3, suspendedAt: ISO });
    expect(await change('resume', 'settled')).toEqual({ kind: 'changed' });

    expect(await db.findUserItem(user)).not.toHaveProperty('suspendedAt');
    const shown = await showHandler({ userId: user, entries: 5 }, lambdaContext());
    expect(shown).toMatchObject({
      operatorActions: [
        { action: 'suspend', at: ISO, by: BY, why: 'chargebacks' },
        { action: 'resume', at: ISO, by: BY, why: 'settled' },
      ],
    });
  });

  it('is not changed by repeating it', async () => {
    await change('suspend');
    const before = await db.findUserItem(user);

    expect(await change('suspend', 'again')).toEqual({ kind: 'unchanged', since: before?.['suspendedAt'] });
    expect(await db.findUserItem(user)).toEqual(before);
  });

  it('is not ended when there is none', async () => {
    expect(await change('resume')).toEqual({ kind: 'unchanged', since: undefined });
  });

  it('is refused for a closed account and for a user without one', async () => {
    await db.putUser(user, 0, { closedAt: CLOSED_AT });
    expect(await change('suspend')).toEqual({ kind: 'closed_account', closedAt: CLOSED_AT });
    user = db.newUser();
    expect(await change('suspend')).toEqual({ kind: 'no_account' });
    expect(await db.findUserItem(user)).toBeUndefined();
  });

  it('needs a reason', async () => {
    await expect(change('suspend', ' ')).rejects.toThrow('the reason must not be empty');
  });
});
