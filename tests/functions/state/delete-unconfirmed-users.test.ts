import {
  AdminDeleteUserCommand,
  ListUsersCommand,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import type { ScheduledEvent } from 'aws-lambda';
import { beforeEach, expect, it } from 'vitest';
import { handler } from '../../../functions/delete-unconfirmed-users.ts';
import { lambdaContext } from '../support/event.ts';
import { cognito } from './support/services.ts';

const HOUR_MS = 3_600_000;
const createUser = (Username: string, hours: number) => ({
  Username,
  UserCreateDate: new Date(Date.now() - hours * HOUR_MS),
});
const run = () => handler({} as ScheduledEvent, lambdaContext());
const listDeleted = () =>
  cognito.commandCalls(AdminDeleteUserCommand).map(({ args: [{ input }] }) => input.Username);

beforeEach(() => {
  cognito.reset();
  cognito.on(AdminDeleteUserCommand).resolves({});
});

it('deletes the users of every page who did not confirm within a day', async () => {
  const listing = {
    UserPoolId: 'us-west-2_Pool',
    Filter: 'cognito:user_status = "UNCONFIRMED"',
    AttributesToGet: ['sub'],
  };
  cognito
    .on(ListUsersCommand, listing)
    .resolves({ Users: [createUser('old', 25), createUser('new', 23)], PaginationToken: 'next' })
    .on(ListUsersCommand, { ...listing, PaginationToken: 'next' })
    .resolves({ Users: [createUser('older', 80)] });

  await expect(run()).resolves.toEqual({ deleted: 2 });
  expect(listDeleted()).toEqual(['old', 'older']);
});

it('continues after a user who is already deleted', async () => {
  cognito.on(ListUsersCommand).resolves({ Users: [createUser('gone', 25), createUser('old', 25)] });
  cognito
    .on(AdminDeleteUserCommand, { Username: 'gone' })
    .rejects(new UserNotFoundException({ message: '', $metadata: {} }));

  await expect(run()).resolves.toEqual({ deleted: 2 });
});

it('fails when Cognito does not delete a user, so that the failure is noticed', async () => {
  cognito.on(ListUsersCommand).resolves({ Users: [createUser('old', 25)] });
  cognito.on(AdminDeleteUserCommand).rejects(new Error('Cognito failed.'));

  await expect(run()).rejects.toThrow('Cognito failed.');
});
