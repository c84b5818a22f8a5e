import { CloudFormationClient, DescribeStacksCommand, type Stack } from '@aws-sdk/client-cloudformation';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';

/**
 * Settings of every AWS client of the commands. Credentials come from the same sources as for the AWS CLI: the
 * environment, a profile, or the machine's role.
 */
export function clientSettings(region: string) {
  return {
    region,
    maxAttempts: 2,
    requestHandler: {
      // In milliseconds. Without throwOnRequestTimeout the SDK only logs a warning.
      connectionTimeout: 5_000,
      requestTimeout: 10_000,
      throwOnRequestTimeout: true,
    },
  };
}

/** The identity of the credentials in use. */
export interface Caller {
  /** Twelve digits. */
  account: string;
  /** ARN of a user, of an assumed role's session, or of the root user. */
  arn: string;
}

/** Needs no permission. @throws the SDK's errors. */
export async function findCaller(region: string): Promise<Caller> {
  const sts = new STSClient(clientSettings(region));
  const { Account = '', Arn = '' } = await sts.send(new GetCallerIdentityCommand());
  return { account: Account, arn: Arn };
}

const MISSING = new Set(['CredentialsProviderError', 'TokenProviderError']);
const REJECTED = new Set([
  'ExpiredToken',
  'ExpiredTokenException',
  'InvalidClientTokenId',
  'UnrecognizedClientException',
]);

/** Describes a credentials error in a sentence; undefined for any other error. */
export function describeCredentialsError(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (MISSING.has(error.name)) return 'There are no AWS credentials.';
  if (REJECTED.has(error.name)) return 'AWS rejects these credentials: they are invalid or expired.';
  return undefined;
}

export const SIGN_IN = 'Sign in with aws sso login, or set AWS_PROFILE or AWS_ACCESS_KEY_ID.';

/** A deployed stack; undefined if there is none. @throws the SDK's other errors. */
export async function findStack(name: string, region: string): Promise<Stack | undefined> {
  const cloudformation = new CloudFormationClient(clientSettings(region));
  try {
    const { Stacks } = await cloudformation.send(new DescribeStacksCommand({ StackName: name }));
    return Stacks?.[0];
  } catch (error) {
    // CloudFormation reports a stack that does not exist as a ValidationError.
    if (error instanceof Error && error.name === 'ValidationError') return undefined;
    throw error;
  }
}

export function getOutputs({ Outputs = [] }: Stack): Record<string, string> {
  return Object.fromEntries(Outputs.map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]));
}

/** The version that this CDK's assemblies require (`requiresBootstrapStackVersion` in cdk.out/manifest.json). */
export const BOOTSTRAP_VERSION = 6;

/** Version of the CDK's bootstrap stack in a region; undefined if the region is not bootstrapped. */
export async function findBootstrapVersion(region: string): Promise<number | undefined> {
  const stack = await findStack('CDKToolkit', region);
  return stack && Number(getOutputs(stack)['BootstrapVersion'] ?? 0);
}

export function bootstrapCommand(account: string, region: string): string {
  return `npx cdk bootstrap aws://${account}/${region}`;
}
