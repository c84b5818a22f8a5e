import {
  AdminCreateUserCommand,
  AdminGetUserCommand,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { expect, vi } from 'vitest';
import { z } from 'zod';
import { accessEmbeddedCloud, type StageAccess } from '../../../infra/commands/stage-access.ts';
import { shareCloud } from './shared-cloud.ts';

const createdUser = z.object({ User: z.object({ Username: z.string() }) });

/** The ids of the users that the next run creates. */
export function recordUsers({ cognito }: StageAccess): string[] {
  const ids: string[] = [];
  cognito.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const result = await next(args);
        if (commandName === AdminCreateUserCommand.name) {
          ids.push(createdUser.parse(result.output).User.Username);
        }
        return result;
      },
    { step: 'initialize', name: 'recordUsers', override: true },
  );
  return ids;
}

/** Expects that the users of a run do not exist any more. */
export async function expectDeleted({ cognito, outputs }: StageAccess, ids: string[]): Promise<void> {
  expect(ids).not.toEqual([]);
  for (const Username of ids) {
    const reading = cognito.send(new AdminGetUserCommand({ UserPoolId: outputs['UserPoolId'], Username }));
    await expect(reading).rejects.toBeInstanceOf(UserNotFoundException);
  }
}

/**
 * The access of an operator to the cloud that the files of a worker share. The commands find it by the variable PORT.
 * Each run deletes its users.
 */
export async function shareStage(): Promise<StageAccess> {
  const { cloud } = await shareCloud();
  vi.stubEnv('PORT', new URL(cloud.url).port);
  return accessEmbeddedCloud();
}
