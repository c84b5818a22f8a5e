import { AdminUserGlobalSignOutCommand } from '@aws-sdk/client-cognito-identity-provider';
import { beforeEach, describe, expect, it } from 'vitest';
import { handler } from '../../../functions/welcome-user.ts';
import { timedOut } from '../support/aws-errors.ts';
import { confirmed } from '../support/cognito-event.ts';
import { lambdaContext } from '../support/event.ts';
import { failCall, findUserItem, newUser, putUser, resetCalls } from './support/database.ts';
import { cognito } from './support/services.ts';

let user: string;
const confirm = (changes: Parameters<typeof confirmed>[0]) => {
  const event = confirmed({ sub: user, email: `${user}@example.com`, ...changes });
  return handler(event, lambdaContext()).then((result) => ({ event, result }));
};

beforeEach(() => {
  cognito.reset();
  cognito.on(AdminUserGlobalSignOutCommand).resolves({});
  resetCalls();
  user = newUser();
});

describe('a password reset', () => {
  const RESET = { triggerSource: 'PostConfirmation_ConfirmForgotPassword' } as const;
  const validFrom = async () => String((await findUserItem(user))?.['tokensValidFrom']);

  it('ends the sessions of the current second and before, and returns when that second is over', async () => {
    await putUser(user, 3);
    const before = Date.now();

    const { event, result } = await confirm(RESET);

    expect(result).toBe(event);
    expect(await findUserItem(user)).toMatchObject({ credits: 3 });
    expect(await validFrom()).toMatch(/^20\d\d-.*T\d\d:\d\d:\d\d\.000Z$/);
    expect(Date.parse(await validFrom())).toBeGreaterThan(before);
    expect(Date.parse(await validFrom())).toBeLessThanOrEqual(Date.now());
    expect(cognito.commandCalls(AdminUserGlobalSignOutCommand).map(({ args: [{ input }] }) => input)).toEqual(
      [{ UserPoolId: 'us-west-2_Pool', Username: user }],
    );
  });

  it('opens the account first when the user has none, so that an older token cannot open it', async () => {
    await confirm(RESET);

    expect(await findUserItem(user)).toMatchObject({ credits: 3, tokensValidFrom: await validFrom() });
  });

  it('fails when the table cannot be written, without ending the sessions at Cognito', async () => {
    await putUser(user, 3);
    failCall(timedOut(), { operation: 'UpdateItem' });

    await expect(confirm(RESET)).rejects.toThrow();
    expect(cognito.commandCalls(AdminUserGlobalSignOutCommand)).toEqual([]);
  });

  it('fails when Cognito does not end the sessions, and the API refuses them all the same', async () => {
    await putUser(user, 3);
    cognito.on(AdminUserGlobalSignOutCommand).rejects(new Error('Cognito failed.'));

    await expect(confirm(RESET)).rejects.toThrow('Cognito failed.');
    expect(Date.parse(await validFrom())).toBeGreaterThan(0);
  });
});
