import {
  AdminGetUserCommand,
  UserNotFoundException,
  type AdminGetUserCommandInput,
} from '@aws-sdk/client-cognito-identity-provider';
import { InvokeCommand } from '@aws-sdk/client-lambda';
import type { Command, Options } from '../../../infra/commands/command-line.ts';
import { cognito, lambda, mockStack, resetAws } from './aws.ts';
import { run } from './terminal.ts';

export const USER = '5d1f4c1a-6a44-4f4e-9a55-0c6d3a2b7e10';
export const ADDRESS = 'creator@example.com';
export const OPERATOR = 'arn:aws:sts::000000000000:assumed-role/Support/jane';

/** A deployed stage with one user, whose address is `ADDRESS`, and an operator with all permissions. */
export function mockStage(stack = 'Thumbforge-dev'): void {
  resetAws(OPERATOR);
  mockStack(stack, {
    UserPoolId: 'pool',
    AuditCreditsFunctionName: 'audit',
    ShowAccountFunctionName: 'show',
    GrantCreditsFunctionName: 'grant',
    SuspendAccountFunctionName: 'suspend',
  });
  cognito.on(AdminGetUserCommand).callsFake(({ UserPoolId, Username }: AdminGetUserCommandInput) => {
    if (UserPoolId !== 'pool' || Username !== ADDRESS)
      throw new UserNotFoundException({ message: 'x', $metadata: {} });
    return Promise.resolve({ Username: USER, UserAttributes: [{ Name: 'sub', Value: USER }] });
  });
}

/** The functions' answers in order. The last one repeats. */
export function mockAnswers(...answers: object[]): void {
  let next = 0;
  lambda.on(InvokeCommand).callsFake(() => {
    const answer = answers[Math.min(next, answers.length - 1)];
    next += 1;
    if (answer instanceof Error) throw answer;
    return Promise.resolve({ StatusCode: 200, Payload: toPayload(answer) });
  });
}

/** A function that throws. Lambda answers 200 with FunctionError. */
export function mockFunctionError(errorType: string, errorMessage: string): void {
  lambda.on(InvokeCommand).resolves({
    StatusCode: 200,
    FunctionError: 'Unhandled',
    Payload: toPayload({ errorType, errorMessage }),
  });
}

const toPayload = (answer: unknown) => Buffer.from(JSON.stringify(answer)) as never;

/** The invocations so far: the function's name and its request. */
export function listInvocations(): [string | undefined, unknown][] {
  return lambda
    .commandCalls(InvokeCommand)
    .map(({ args: [{ input }] }) => [input.FunctionName, JSON.parse(input.Payload as string) as unknown]);
}

/** Runs a command for the stage dev. */
export const runOnDev = <O extends Options>(command: Command<O>, ...args: string[]) =>
  run(command, '--stage', 'dev', ...args);
