import { ACMClient } from '@aws-sdk/client-acm';
import { BedrockClient } from '@aws-sdk/client-bedrock';
import { BudgetsClient } from '@aws-sdk/client-budgets';
import { CloudFormationClient, type Stack } from '@aws-sdk/client-cloudformation';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { IAMClient } from '@aws-sdk/client-iam';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { Route53Client } from '@aws-sdk/client-route-53';
import { S3Client } from '@aws-sdk/client-s3';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { ServiceQuotasClient } from '@aws-sdk/client-service-quotas';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { SNSClient } from '@aws-sdk/client-sns';
import { SQSClient } from '@aws-sdk/client-sqs';
import { STSClient } from '@aws-sdk/client-sts';

export const ACCOUNT = '000000000000';
export const SITE = 'https://d111111abcdef8.cloudfront.net';

/** A call of an operation. */
interface Call {
  operation: string;
  region: string;
  input: Record<string, unknown>;
  /** The number of times that the client tries the call. */
  maxAttempts: number;
}

/** The result of an operation, an error that it throws, or a function of the call that returns one of them. */
type Answer = object | ((call: Call) => object);
/** Answers by the name of the operation, e.g. `GetAccount`. */
export type Answers = Readonly<Record<string, Answer>>;

let answers: Answers = {};
let stacks: Record<string, Stack> = {};
let calls: Call[] = [];
let intercept: ((call: Call) => void | Promise<void>) | undefined;

interface Client {
  config: { region: () => Promise<string>; maxAttempts: () => Promise<number> };
}

const isFunction = (answer: Answer): answer is (call: Call) => object => typeof answer === 'function';

/** Replaces `send` of every client. An operation without an answer fails. */
async function send(this: Client, command: Pick<Call, 'input'>): Promise<unknown> {
  const operation = command.constructor.name.replace(/Command$/, '');
  const [region, maxAttempts] = [await this.config.region(), await this.config.maxAttempts()];
  const call = { operation, region, input: command.input, maxAttempts };
  calls.push(call);
  await intercept?.(call);
  const answer = answers[operation] ?? answers['*'] ?? new Error(`The test has no answer of ${operation}.`);
  const result: unknown = isFunction(answer) ? answer(call) : answer;
  if (result instanceof Error) throw result;
  return result;
}

const CLIENTS = [
  ACMClient,
  BedrockClient,
  BudgetsClient,
  CloudFormationClient,
  CognitoIdentityProviderClient,
  DynamoDBClient,
  IAMClient,
  LambdaClient,
  Route53Client,
  S3Client,
  SecretsManagerClient,
  ServiceQuotasClient,
  SESv2Client,
  SNSClient,
  SQSClient,
  STSClient,
];

/** An account with valid credentials, the usual limits and without stacks. */
export function resetAws(Arn = `arn:aws:iam::${ACCOUNT}:user/operator`): void {
  // Each test replaces `send` again: the test files of a worker share the clients, and tests/bench also replaces `send`.
  for (const { prototype } of CLIENTS) Object.assign(prototype, { send });
  calls = [];
  intercept = undefined;
  stacks = {};
  answers = {
    GetCallerIdentity: { Account: ACCOUNT, Arn },
    DescribeStacks: ({ input }) => {
      const stack = stacks[String(input['StackName'])];
      return stack === undefined ? awsError('ValidationError') : { Stacks: [stack] };
    },
    ListStacks: { StackSummaries: [] },
    ListBuckets: { Buckets: [] },
    GetAccountSettings: limitConcurrency(1_000, 1_000),
    DescribeBudgets: {},
    GetFoundationModel: {},
  };
}

/** Adds or replaces answers. */
export function mockAws(more: Answers): void {
  answers = { ...answers, ...more };
}

/** Runs something before each call that follows. It may throw the error of the call. */
export function interceptCalls(before: typeof intercept): void {
  intercept = before;
}

/** Credentials that are valid, but have no permission. */
export function denyEverything(): void {
  answers = {
    '*': awsError('AccessDeniedException'),
    GetCallerIdentity: { Account: ACCOUNT, Arn: `arn:aws:iam::${ACCOUNT}:root` },
  };
}

/** Lists every call so far, or every call of one operation. */
export function listCalls(operation?: string): Call[] {
  return calls.filter((call) => operation === undefined || call.operation === operation);
}

/** An error of an AWS service, by its name. */
export function awsError(name: string, message = 'A message that may contain data of the request.'): Error {
  return Object.assign(new Error(message), { name });
}

/** The answer of GetAccountSettings. */
export function limitConcurrency(ConcurrentExecutions: number, UnreservedConcurrentExecutions: number) {
  return { AccountLimit: { ConcurrentExecutions, UnreservedConcurrentExecutions } };
}

/** The answer of GetTemplate. */
export function createTemplate(Resources: object) {
  return { TemplateBody: JSON.stringify({ Resources }) };
}

/** Adds a deployed stack. */
export function mockStack(
  StackName: string,
  outputs: Record<string, string> = {},
  more: Partial<Stack> = {},
): void {
  const Outputs = Object.entries(outputs).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue }));
  stacks[StackName] = {
    StackName,
    CreationTime: new Date(0),
    StackStatus: 'CREATE_COMPLETE',
    Outputs,
    ...more,
  };
}
