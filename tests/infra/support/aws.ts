import { ACMClient } from '@aws-sdk/client-acm';
import { BedrockClient } from '@aws-sdk/client-bedrock';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { IAMClient } from '@aws-sdk/client-iam';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { ServiceQuotasClient } from '@aws-sdk/client-service-quotas';
import { SESv2Client } from '@aws-sdk/client-sesv2';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { mockClient } from 'aws-sdk-client-mock';

export const ACCOUNT = '000000000000';
export const SITE = 'https://d111111abcdef8.cloudfront.net';

// The test files of a worker share this module. A second mock of a client would replace the first one for all of them.
export const acm = mockClient(ACMClient);
export const bedrock = mockClient(BedrockClient);
export const cloudformation = mockClient(CloudFormationClient);
export const cognito = mockClient(CognitoIdentityProviderClient);
export const iam = mockClient(IAMClient);
export const lambda = mockClient(LambdaClient);
export const quotas = mockClient(ServiceQuotasClient);
export const secrets = mockClient(SecretsManagerClient);
export const ses = mockClient(SESv2Client);
export const sts = mockClient(STSClient);

const CLIENTS = [acm, bedrock, cloudformation, cognito, iam, lambda, quotas, secrets, ses, sts];

/** An account with valid credentials and without stacks. */
export function resetAws(Arn = `arn:aws:iam::${ACCOUNT}:user/operator`): void {
  for (const client of CLIENTS) client.reset();
  sts.on(GetCallerIdentityCommand).resolves({ Account: ACCOUNT, Arn });
  cloudformation.on(DescribeStacksCommand).rejects(awsError('ValidationError'));
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
  more: { EnableTerminationProtection?: boolean } = {},
): void {
  cloudformation
    .on(DescribeStacksCommand, { StackName })
    .resolves(createStackResponse(StackName, outputs, more));
}

/** The response of DescribeStacks for one stack. */
export function createStackResponse(
  StackName: string,
  outputs: Record<string, string> = {},
  more: { EnableTerminationProtection?: boolean } = {},
) {
  const Outputs = Object.entries(outputs).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue }));
  const CreationTime = new Date(0);
  return { Stacks: [{ StackName, CreationTime, StackStatus: 'CREATE_COMPLETE' as const, Outputs, ...more }] };
}
