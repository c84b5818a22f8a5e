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
import { runCommand, type Command, type Options } from '../../../infra/commands/command-line.ts';
import { newTerminal } from './terminal.ts';

export const USER = '5d1f4c1a-6a44-4f4e-9a55-0c6d3a2b7e10';
export const ADDRESS = 'creator@example.com';
export const OPERATOR = 'arn:aws:sts::000000000000:assumed-role/Support/jane';

export const lambda = mockClient(LambdaClient);
export const cloudformation = mockClient(CloudFormationClient);
export const cognito = mockClient(CognitoIdentityProviderClient);
export const sts = mockClient(STSClient);

/** Every AWS call so far, over all services. */
export function callsMade(): unknown[] {
  return [...lambda.calls(), ...cloudformation.calls(), ...cognito.calls(), ...sts.calls()];
}

/** A stage that is deployed, with one user who signs in with `ADDRESS`, and an operator who may do everything. */
export function stageWorks(outputs: Record<string, string> = {}): void {
  for (const client of [lambda, cloudformation, cognito, sts]) client.reset();
  const Outputs = Object.entries({
    UserPoolId: 'pool',
    AuditCreditsFunctionName: 'audit',
    ShowAccountFunctionName: 'show',
    GrantCreditsFunctionName: 'grant',
    ...outputs,
  }).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue }));
  cloudformation.on(DescribeStacksCommand).resolves({
    Stacks: [
      { StackName: 'Thumbforge-dev', CreationTime: new Date(0), StackStatus: 'CREATE_COMPLETE', Outputs },
    ],
  });
  sts.on(GetCallerIdentityCommand).resolves({ Account: '000000000000', Arn: OPERATOR });
  cognito.on(AdminGetUserCommand).callsFake(({ Username }: AdminGetUserCommandInput) => {
    if (Username !== ADDRESS) throw new UserNotFoundException({ message: 'x', $metadata: {} });
    return Promise.resolve({ Username: USER, UserAttributes: [{ Name: 'sub', Value: USER }] });
  });
}

/** What the functions answer, one after another; the last one for good. */
export function functionsAnswer(...answers: object[]): void {
  let next = 0;
  lambda.on(InvokeCommand).callsFake(() => {
    const answer = answers[Math.min(next, answers.length - 1)];
    next += 1;
    if (answer instanceof Error) throw answer;
    return Promise.resolve({ StatusCode: 200, Payload: payload(answer) });
  });
}

/** A function that failed: for Lambda that is an answer too. */
export function functionFails(errorType: string, errorMessage: string): void {
  lambda
    .on(InvokeCommand)
    .resolves({ StatusCode: 200, FunctionError: 'Unhandled', Payload: payload({ errorType, errorMessage }) });
}

const payload = (answer: unknown) => Buffer.from(JSON.stringify(answer)) as never;

/** The invocations so far: which function, and what it was asked. */
export function invocations(): { name: string | undefined; request: unknown }[] {
  return lambda.commandCalls(InvokeCommand).map(({ args: [{ input }] }) => ({
    name: input.FunctionName,
    request: JSON.parse(input.Payload as string) as unknown,
  }));
}

interface Ended {
  exitCode: number;
  said: string;
  warned: string;
}

/** Runs a command for the stage dev. */
export async function onDev<O extends Options>(command: Command<O>, ...args: string[]): Promise<Ended> {
  return run(command, '--stage', 'dev', ...args);
}

export async function run<O extends Options>(command: Command<O>, ...args: string[]): Promise<Ended> {
  const { terminal, said, warned } = newTerminal();
  const exitCode = await runCommand(command, args, terminal);
  return { exitCode, said: said.join('\n'), warned: warned.join('\n') };
}
