import {
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
  ListUsersCommand,
  UserNotFoundException,
  type UserStatusType,
} from '@aws-sdk/client-cognito-identity-provider';
import { ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import type { ScheduledEvent } from 'aws-lambda';
import { beforeEach, describe, expect, it } from 'vitest';
import { handler as deleteUnconfirmedUsers } from '../../functions/events/delete-unconfirmed-users.ts';
import { handler as exportUsers } from '../../functions/events/export-users.ts';
import { resetCloud, s3 } from './support/cloud.ts';
import { lambdaContext } from './support/event.ts';
import { mockService } from './support/mock-service.ts';

const cognito = mockService(CognitoIdentityProviderClient);
const STORED = new Date('2026-11-24T09:00:00Z');

beforeEach(() => {
  resetCloud();
  cognito.reset();
  cognito.on(AdminDeleteUserCommand).resolves({});
  cognito.on(AdminGetUserCommand).resolves({ Username: 'unconfirmed' });
  s3.on(ListObjectsV2Command, { Bucket: 'user-export', Prefix: 'users/' }).resolves({
    Contents: ['same', 'changed'].map((id) => ({ Key: `users/${id}.json`, LastModified: STORED })),
  });
  s3.on(PutObjectCommand).resolves({});
});

describe('the export of the users', () => {
  const exportAll = () => exportUsers({} as ScheduledEvent, lambdaContext());

  const createUser = (Username: string, modified: string, UserStatus: UserStatusType = 'CONFIRMED') => ({
    Username,
    UserStatus,
    UserLastModifiedDate: new Date(modified),
    Attributes: [{ Name: 'email', Value: `${Username}@example.com` }],
  });
  const list = (...users: ReturnType<typeof createUser>[]) =>
    cognito
      .on(ListUsersCommand)
      .resolvesOnce({ Users: users.slice(0, 3), PaginationToken: 'next' })
      .resolvesOnce({ Users: users.slice(3) });
  const stored = () =>
    s3.commandCalls(PutObjectCommand).map(({ args: [{ input }] }) => [input.Bucket, input.Key, input.Body]);

  it('stores the address and the status of confirmed users that are new or changed, and deletes nothing', async () => {
    list(
      createUser('same', '2026-11-24T08:59:59Z'),
      createUser('unconfirmed', '2026-11-24T10:00:00Z', 'UNCONFIRMED'),
      createUser('changed', '2026-11-24T09:00:00Z', 'RESET_REQUIRED'),
      createUser('new', '2026-11-20T09:00:00Z'),
    );

    expect(await exportAll()).toEqual({ users: 3, stored: 2 });

    expect(stored()).toEqual([
      [
        'user-export',
        'users/changed.json',
        '{"sub":"changed","email":"changed@example.com","status":"RESET_REQUIRED"}\n',
      ],
      ['user-export', 'users/new.json', '{"sub":"new","email":"new@example.com","status":"CONFIRMED"}\n'],
    ]);
    expect(new Set(s3.calls().map(({ args: [command] }) => command.constructor.name))).toEqual(
      new Set(['ListObjectsV2Command', 'PutObjectCommand']),
    );
  });

  it('keeps the export of a user pool that has lost its users', async () => {
    list();

    expect(await exportAll()).toEqual({ users: 0, stored: 0 });
    expect(stored()).toEqual([]);
  });

  it('fails when S3 does not store a user, so that the alarm counts it', async () => {
    list(createUser('new', '2026-11-20T09:00:00Z'));
    s3.on(PutObjectCommand).rejects(new Error('S3 failed.'));

    await expect(exportAll()).rejects.toThrow('S3 failed.');
  });
});

describe('the deletion of unconfirmed users', () => {
  const signUp = (Username: string, hours: number) => ({
    Username,
    UserCreateDate: new Date(Date.now() - hours * 3_600_000),
  });
  const deleteUnconfirmed = () => deleteUnconfirmedUsers({} as ScheduledEvent, lambdaContext());
  const listDeleted = () =>
    cognito.commandCalls(AdminDeleteUserCommand).map(({ args: [{ input }] }) => input.Username);

  it('deletes the users of every page who did not confirm within a day', async () => {
    const listing = {
      UserPoolId: 'us-west-2_Pool',
      Filter: 'cognito:user_status = "UNCONFIRMED"',
      AttributesToGet: ['sub'],
    };
    cognito
      .on(ListUsersCommand, listing)
      .resolves({ Users: [signUp('old', 25), signUp('new', 23)], PaginationToken: 'next' })
      .on(ListUsersCommand, { ...listing, PaginationToken: 'next' })
      .resolves({ Users: [signUp('older', 80)] });

    await expect(deleteUnconfirmed()).resolves.toEqual({ deleted: 2 });
    expect(listDeleted()).toEqual(['old', 'older']);
  });

  it('keeps a user who confirms while others are deleted', async () => {
    cognito.on(ListUsersCommand).resolves({ Users: [signUp('confirmed', 25), signUp('old', 25)] });
    cognito.on(AdminGetUserCommand, { Username: 'confirmed' }).resolves({
      Username: 'confirmed',
      UserAttributes: [
        { Name: 'email', Value: 'ada@example.com' },
        { Name: 'email_verified', Value: 'true' },
      ],
    });

    await expect(deleteUnconfirmed()).resolves.toEqual({ deleted: 1 });
    expect(listDeleted()).toEqual(['old']);
  });

  it('continues after a user who is already deleted', async () => {
    cognito.on(ListUsersCommand).resolves({ Users: [signUp('gone', 25), signUp('old', 25)] });
    cognito
      .on(AdminDeleteUserCommand, { Username: 'gone' })
      .rejects(new UserNotFoundException({ message: '', $metadata: {} }));

    await expect(deleteUnconfirmed()).resolves.toEqual({ deleted: 2 });
  });

  it('fails when Cognito does not delete a user, so that the failure is noticed', async () => {
    cognito.on(ListUsersCommand).resolves({ Users: [signUp('old', 25)] });
    cognito.on(AdminDeleteUserCommand).rejects(new Error('Cognito failed.'));

    await expect(deleteUnconfirmed()).rejects.toThrow('Cognito failed.');
  });
});
