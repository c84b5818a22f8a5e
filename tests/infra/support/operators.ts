import { UserNotFoundException } from '@aws-sdk/client-cognito-identity-provider';
import type { Command } from '../../../infra/commands/command-line.ts';
import { listCalls, mockAws, mockStack, resetAws } from './aws.ts';
import { run, runAction } from './terminal.ts';

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
    ReconcilePaymentsFunctionName: 'reconcile',
  });
  mockAws({
    AdminGetUser: ({ input: { UserPoolId, Username } }) =>
      UserPoolId === 'pool' && Username === ADDRESS
        ? { Username: USER, UserAttributes: [{ Name: 'sub', Value: USER }] }
        : new UserNotFoundException({ message: 'x', $metadata: {} }),
  });
}

/** The functions' answers in order. The last answer repeats. */
export function mockAnswers(...answers: object[]): void {
  mockAws({
    Invoke: () => {
      const answer = (answers.length > 1 ? answers.shift() : answers[0]) ?? {};
      return answer instanceof Error ? answer : { StatusCode: 200, Payload: toPayload(answer) };
    },
  });
}

/** A function that throws. Lambda answers 200 with FunctionError. */
export function mockFunctionError(errorType: string, errorMessage: string): void {
  const Payload = toPayload({ errorType, errorMessage });
  mockAws({ Invoke: { StatusCode: 200, FunctionError: 'Unhandled', Payload } });
}

const toPayload = (answer: unknown) => Buffer.from(JSON.stringify(answer));

/** The invocations so far: the function's name and its request. */
export function listInvocations(): [unknown, unknown][] {
  return listCalls('Invoke').map(({ input }) => [
    input['FunctionName'],
    JSON.parse(input['Payload'] as string) as unknown,
  ]);
}

/** Runs a command for the stage dev. */
export const runOnDev = (command: Command, ...args: string[]) => run(command, '--stage', 'dev', ...args);

/** Runs an action of `npm run credits` for the stage dev. */
export const runActionOnDev = (name: string, ...args: string[]) => runAction(name, '--stage', 'dev', ...args);
