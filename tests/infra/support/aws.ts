import { ACMClient } from '@aws-sdk/client-acm';
import { BedrockClient, GetFoundationModelCommand } from '@aws-sdk/client-bedrock';
import { BudgetsClient, DescribeBudgetsCommand } from '@aws-sdk/client-budgets';
import {
  CloudFormationClient,
  DescribeStacksCommand,
  ListStacksCommand,
  type Stack,
} from '@aws-sdk/client-cloudformation';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { IAMClient } from '@aws-sdk/client-iam';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { HeadBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { ServiceQuotasClient } from '@aws-sdk/client-service-quotas';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { SQSClient } from '@aws-sdk/client-sqs';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { mockClient } from 'aws-sdk-client-mock';

export const ACCOUNT = '000000000000';
export const SITE = 'https://d111111abcdef8.cloudfront.net';

// The test files of a worker share this module. A second mock of a client would replace the first one for all of them.
export const acm = mockClient(ACMClient);
export const bedrock = mockClient(BedrockClient);
export const budgets = mockClient(BudgetsClient);
export const cloudformation = mockClient(CloudFormationClient);
export const cognito = mockClient(CognitoIdentityProviderClient);
export const iam = mockClient(IAMClient);
export const lambda = mockClient(LambdaClient);
export const quotas = mockClient(ServiceQuotasClient);
export const s3 = mockClient(S3Client);
export const secrets = mockClient(SecretsManagerClient);
export const ses = mockClient(SESv2Client);
export const sqs = mockClient(SQSClient);
export const sts = mockClient(STSClient);

const CLIENTS = [
  acm,
  bedrock,
  budgets,
  cloudformation,
  cognito,
  iam,
  lambda,
  quotas,
  s3,
  secrets,
  ses,
  sqs,
  sts,
];

/** An account with valid credentials, the usual limits and without stacks. */
export function resetAws(Arn = `arn:aws:iam::${ACCOUNT}:user/operator`): void {
  for (const client of CLIENTS) client.reset();
  sts.on(GetCallerIdentityCommand).resolves({ Account: ACCOUNT, Arn });
  cloudformation.on(DescribeStacksCommand).rejects(awsError('ValidationError'));
  cloudformation.on(ListStacksCommand).resolves({ StackSummaries: [] });
  s3.on(HeadBucketCommand).rejects(awsError('NotFound'));
  lambda.on(GetAccountSettingsCommand).resolves({
    AccountLimit: { ConcurrentExecutions: 1_000, UnreservedConcurrentExecutions: 1_000 },
  });
  budgets.on(DescribeBudgetsCommand).resolves({});
  bedrock.on(GetFoundationModelCommand).resolves({});
}

/** Credentials that are valid, but have no permission. */
export function denyEverything(): void {
  for (const client of CLIENTS) client.rejects(awsError('AccessDeniedException'));
  sts.on(GetCallerIdentityCommand).resolves({ Account: ACCOUNT, Arn: `arn:aws:iam::${ACCOUNT}:root` });
  cloudformation.on(DescribeStacksCommand).rejects(awsError('AccessDenied'));
}

/** Every AWS call so far. */
export function listCalls(): unknown[] {
  return CLIENTS.flatMap((client): unknown[] => client.calls());
}

interface Client {
  config: { region: () => Promise<string> };
}

/** For `callsFake`: answers by the region of the calling client. */
export function inRegion<Input, Answer>(answer: (region: string, input: Input) => Answer) {
  return async (input: Input, getClient: () => Client): Promise<Answer> =>
    answer(await getClient().config.region(), input);
}

/** An error of an AWS service, by its name. */
export function awsError(name: string): Error {
  return Object.assign(new Error('A message that may contain data of the request.'), { name });
}

/** Adds a deployed stack. */
export function mockStack(
  StackName: string,
  outputs: Record<string, string> = {},
  more: Partial<Stack> = {},
): void {
  cloudformation
    .on(DescribeStacksCommand, { StackName })
    .resolves(createStackResponse(StackName, outputs, more));
}

/** The response of DescribeStacks for one stack. */
export function createStackResponse(
  StackName: string,
  outputs: Record<string, string> = {},
  more: Partial<Stack> = {},
) {
  const Outputs = Object.entries(outputs).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue }));
  const CreationTime = new Date(0);
  return { Stacks: [{ StackName, CreationTime, StackStatus: 'CREATE_COMPLETE' as const, Outputs, ...more }] };
}
