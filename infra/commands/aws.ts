import {
  CloudFormationClient,
  DeleteStackCommand,
  DescribeStacksCommand,
  GetTemplateCommand,
  paginateListStackResources,
  UpdateTerminationProtectionCommand,
  waitUntilStackDeleteComplete,
  type Stack,
  type StackResourceSummary,
} from '@aws-sdk/client-cloudformation';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { z } from 'zod';

/**
 * Settings of every AWS client of the commands. Credentials come from the same sources as for the AWS CLI: the
 * environment, a profile, or the machine's role.
 */
export function clientSettings(region: string, maxAttempts = 2) {
  return {
    region,
    maxAttempts,
    requestHandler: {
      // In milliseconds. Without throwOnRequestTimeout the SDK only logs a warning.
      connectionTimeout: 5_000,
      requestTimeout: 10_000,
      throwOnRequestTimeout: true,
    },
  };
}

/** The credentials lack a permission. */
export class MissingPermissionError extends Error {
  override name = 'MissingPermissionError';
  /** IAM's name of the permission, e.g. `bedrock:ListFoundationModels`. */
  readonly permission: string;

  constructor(permission: string, cause: unknown) {
    super(`Missing permission: ${permission}`, { cause });
    this.permission = permission;
  }
}

/** Errors of AWS services for a caller without the permission. */
const ACCESS_DENIED = new Set([
  'AccessDenied',
  'AccessDeniedException',
  'UnauthorizedOperation',
  'NotAuthorizedException',
]);

/**
 * Makes an AWS call that needs a permission.
 * @throws MissingPermissionError that names the permission; any other error unchanged.
 */
export async function withPermission<Result>(
  permission: string,
  call: () => Promise<Result>,
): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Error && ACCESS_DENIED.has(error.name)) {
      throw new MissingPermissionError(permission, error);
    }
    throw error;
  }
}

/** The result of a call; undefined if it fails with one of these errors. @throws any other error. */
export async function undefinedOnError<Result>(
  names: readonly string[],
  call: Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof Error && names.includes(error.name)) return undefined;
    throw error;
  }
}

const NOT_FOUND = [
  'AWS.SimpleQueueService.NonExistentQueue',
  'NoSuchBucket',
  'NoSuchHostedZone',
  'NotFound',
  'NotFoundException',
  'QueueDoesNotExist',
  'ResourceNotFoundException',
];

/** The result of a call; undefined if the resource does not exist. @throws any other error. */
export function findResource<Result>(call: Promise<Result>): Promise<Result | undefined> {
  return undefinedOnError(NOT_FOUND, call);
}

interface Sender {
  /** The service's prefix in IAM, e.g. `ses` for SES v2. */
  config: { defaultSigningName: string };
  send(command: object): Promise<unknown>;
}

/** The permissions whose names differ from the name of the operation. */
const PERMISSIONS: Readonly<Record<string, string>> = {
  ListBuckets: 'ListAllMyBuckets',
};

/** The clients by service, region and attempts. They are reused because a client keeps its connections. */
const clients = new Map<string, object>();

/**
 * Returns a client whose calls throw a MissingPermissionError that names the permission of the operation.
 * @param maxAttempts of each call. @default 2
 */
export function createClient<Client extends object>(
  Constructor: new (settings: ReturnType<typeof clientSettings>) => Client,
  region: string,
  maxAttempts?: number,
): Client {
  const key = `${Constructor.name} ${region} ${maxAttempts}`;
  const known = clients.get(key);
  if (known instanceof Constructor) return known;
  const client = new Constructor(clientSettings(region, maxAttempts));
  clients.set(key, client);
  // The overloads of `send` differ in the types of each operation.
  const sender = client as unknown as Sender;
  const prototype = Constructor.prototype as Sender;
  sender.send = (command) => {
    const operation = command.constructor.name.replace(/Command$/, '');
    const permission = `${sender.config.defaultSigningName}:${PERMISSIONS[operation] ?? operation}`;
    return withPermission(permission, () => prototype.send.call(client, command));
  };
  return client;
}

/** Every item of the pages that an operation returns. */
export async function collect<Page, Item>(
  pages: AsyncIterable<Page>,
  readItems: (page: Page) => Item[] | undefined,
): Promise<Item[]> {
  const items: Item[] = [];
  for await (const page of pages) items.push(...(readItems(page) ?? []));
  return items;
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

/** Reads a deployed stack. @returns undefined if the stack does not exist. @throws MissingPermissionError; the SDK's other errors. */
export async function findStack(name: string, region: string): Promise<Stack | undefined> {
  const client = createClient(CloudFormationClient, region);
  // CloudFormation reports a stack that does not exist as a ValidationError.
  const found = await undefinedOnError(
    ['ValidationError'],
    client.send(new DescribeStacksCommand({ StackName: name })),
  );
  return found?.Stacks?.[0];
}

const NOT_CREATED: ReadonlySet<string | undefined> = new Set([
  'REVIEW_IN_PROGRESS',
  'ROLLBACK_COMPLETE',
  'ROLLBACK_FAILED',
]);

/**
 * True if a stack has ever been deployed. A stack also exists before its first deployment, and after a failed first deployment.
 * A failed import leaves a stack that is in use unchanged, so such a stack counts as deployed.
 */
export function isCreated(stack: Stack | undefined): stack is Stack {
  return stack !== undefined && !NOT_CREATED.has(stack.StackStatus);
}

/** Timeout in seconds. CloudFormation needs minutes to delete a certificate or a web ACL that CloudFront has just released. */
const DELETION_TIMEOUT = 1_800;

/** Deletes a stack and waits for the end. @throws Error if the deletion failed; the SDK's errors. */
export async function deleteStack({ name, region }: { name: string; region: string }): Promise<void> {
  const client = createClient(CloudFormationClient, region);
  await client.send(new DeleteStackCommand({ StackName: name }));
  await waitUntilStackDeleteComplete({ client, maxWaitTime: DELETION_TIMEOUT }, { StackName: name });
}

/**
 * Switches off the protection of a stack whose first deployment failed. CloudFormation sets the protection before it creates
 * the resources, and the CDK cannot delete a protected stack to create it again.
 */
export async function unprotectStack({ name, region }: { name: string; region: string }): Promise<void> {
  const client = createClient(CloudFormationClient, region);
  await client.send(
    new UpdateTerminationProtectionCommand({ StackName: name, EnableTerminationProtection: false }),
  );
}

const templateSchema = z.object({
  Resources: z.record(
    z.string(),
    z.object({
      Type: z.string(),
      DeletionPolicy: z.string().optional(),
      Properties: z.record(z.string(), z.unknown()).optional(),
    }),
  ),
});
export type DeployedResources = z.output<typeof templateSchema>['Resources'];

/** The resources in a deployed template, which may differ from the current code. @throws the SDK's errors. */
export async function readResources(stack: string, region: string): Promise<DeployedResources> {
  const cloudformation = createClient(CloudFormationClient, region);
  const { TemplateBody } = await cloudformation.send(new GetTemplateCommand({ StackName: stack }));
  // If the first change set of a stack was not executed, the template is empty.
  return TemplateBody ? templateSchema.parse(JSON.parse(TemplateBody)).Resources : {};
}

/** Lists the resources of a stack, which may be deleted. @param stack name or id. @throws the SDK's errors. */
export function listResources(stack: string, region: string): Promise<StackResourceSummary[]> {
  const client = createClient(CloudFormationClient, region);
  return collect(
    paginateListStackResources({ client }, { StackName: stack }),
    (page) => page.StackResourceSummaries,
  );
}

/** The JSON in a secret. @throws the SDK's errors. */
export async function readSecret(SecretId: string, region: string): Promise<unknown> {
  const secrets = createClient(SecretsManagerClient, region);
  const { SecretString = '{}' } = await secrets.send(new GetSecretValueCommand({ SecretId }));
  return JSON.parse(SecretString);
}

export function getOutputs({ Outputs = [] }: Stack): Record<string, string> {
  return Object.fromEntries(Outputs.map(({ OutputKey = '', OutputValue = '' }) => [OutputKey, OutputValue]));
}

/** The version that this CDK's assemblies require (`requiresBootstrapStackVersion` in cdk.out/manifest.json). */
export const BOOTSTRAP_VERSION = 6;

/** The version whose role may continue a rollback (`npx cdk rollback`). */
export const ROLLBACK_BOOTSTRAP_VERSION = 23;

/** Version of the CDK's bootstrap stack in a region; undefined if the region is not bootstrapped. */
export async function findBootstrapVersion(region: string): Promise<number | undefined> {
  const stack = await findStack('CDKToolkit', region);
  return stack && Number(getOutputs(stack)['BootstrapVersion'] ?? 0);
}

export function bootstrapCommand(account: string, region: string): string {
  return `npx cdk bootstrap aws://${account}/${region}`;
}
