import {
  AdminCreateUserCommand,
  AdminGetUserCommand,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { expect, vi } from 'vitest';
import { z } from 'zod';
import { accessEmbeddedCloud, type StageAccess } from '../../../infra/commands/stage-access.ts';
import { shareCloud } from './cloud.ts';
// The commands sign in with Amplify.
import '../../support/fast-srp.ts';

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

const realFetch = globalThis.fetch;

/** Responds to a request in place of the site. @param forward sends the request to the site */
export type Answer = (forward: () => Promise<Response>, request: Request) => Response | Promise<Response>;

/** Replaces the responses to requests whose method and path match, as a broken deployment would. */
export function breakAnswers(pattern: RegExp, answer: Answer): void {
  vi.stubGlobal('fetch', (...[input, init]: Parameters<typeof fetch>) => {
    const request = new Request(input, init);
    const forward = () => realFetch(input, init);
    const { pathname } = new URL(request.url);
    return pattern.test(`${request.method} ${pathname}`) ? answer(forward, request) : forward();
  });
}

/** An error of the API. */
export function withStatus(status: number): Answer {
  return () => Response.json({ code: 'internal', requestId: 'r-1', error: 'x' }, { status });
}

export function withBody(body: unknown): Answer {
  return () => Response.json(body);
}

/** @param change returns the new value; an empty value removes the header */
export function withHeader(name: string, change: (value: string) => string): Answer {
  return async (forward) => {
    const response = await forward();
    const headers = new Headers(response.headers);
    const value = change(headers.get(name) ?? '');
    if (value === '') headers.delete(name);
    else headers.set(name, value);
    return new Response(await response.arrayBuffer(), { status: response.status, headers });
  };
}
