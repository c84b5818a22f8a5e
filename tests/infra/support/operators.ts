import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import {
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
  UserNotFoundException,
  type AdminGetUserCommandInput,
} from '@aws-sdk/client-cognito-identity-provider';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { mockClient } from 'aws-sdk-client-mock';
import type { Command, Options } from '../../../infra/commands/command-line.ts';
import { deployedStack } from './aws.ts';
import { run } from './terminal.ts';

export const USER = '5d1f4c1a-6a44-4f4e-9a55-0c6d3a2b7e10';
export const ADDRESS = 'creator@example.com';
export const OPERATOR = 'arn:aws:sts::000000000000:assumed-role/Support/jane';

export const lambda = mockClient(LambdaClient);
export const cloudformation = mockClient(CloudFormationClient);
export const cognito = mockClient(CognitoIdentityProviderClient);
const sts = mockClient(STSClient);

/** Every AWS call so far. */
export function listCalls(): unknown[] {
  return [...lambda.calls(), ...cloudformation.calls(), ...cognito.calls(), ...sts.calls()];
}

/** A deployed stage with one user, whose address is `ADDRESS`, and an operator with all permissions. */
export function mockStage(): void {
  for (const client of [lambda, cloudformation, cognito, sts]) client.reset();
  cloudformation.on(DescribeStacksCommand).resolves(
    deployedStack('Thumbforge-dev', {
      UserPoolId: 'pool',
      AuditCreditsFunctionName: 'audit',
      ShowAccountFunctionName: 'show',
      GrantCreditsFunctionName: 'grant',
    }),
  );
  sts.on(GetCallerIdentityCommand).resolves({ Account: '000000000000', Arn: OPERATOR });
  cognito.on(AdminGetUserCommand).callsFake(({ Username }: AdminGetUserCommandInput) => {
    if (Username !== ADDRESS) throw new UserNotFoundException({ message: 'x', $metadata: {} });
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

/** The invocations so far. */
export function listInvocations(): { name: string | undefined; request: unknown }[] {
  return lambda.commandCalls(InvokeCommand).map(({ args: [{ input }] }) => ({
    name: input.FunctionName,
    request: JSON.parse(input.Payload as string) as unknown,
  }));
}

/** Runs a command for the stage dev. */
export const runOnDev = <O extends Options>(command: Command<O>, ...args: string[]) =>
  run(command, '--stage', 'dev', ...args);
