import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createHash } from 'node:crypto';
import type { CognitoEmulator } from '../../emulators/cognito/cognito.ts';
import type { BucketCreator } from '../../emulators/s3/bucket-creator.ts';
import type { SecretsEmulator } from '../../emulators/secrets/secrets.ts';
import type { SqsEmulator } from '../../emulators/sqs/sqs.ts';
import type { EventSources } from '../../event-sources.ts';
import type { HttpApi } from '../../gateway/http-api.ts';
import type { Iam } from '../../iam/iam.ts';
import type { Functions } from '../../lambda/functions.ts';
import type { Schedules } from '../../schedules.ts';
import type { BucketFiles } from '../../site/bucket-files.ts';
import type { Distribution } from '../../site/distribution.ts';

/** The emulators and registries in which the provisioners create resources. */
export interface ProvisioningContext {
  stackName: string;
  region: string;
  /** Folders of the assembly's assets, by object key. */
  assets: ReadonlyMap<string, string>;
  /** The host and the port of the site, which are the domain name of a distribution. */
  siteHost: string;
  /** Replaces AWS addresses in a text by addresses of this machine. */
  localize: (text: string) => string;
  /** The environment that Lambda sets for every function, without the credentials of the function's role. */
  lambdaEnvironment: Readonly<Record<string, string>>;
  dynamodb: DynamoDBClient;
  iam: Iam;
  s3: BucketCreator;
  secrets: SecretsEmulator;
  cognito: CognitoEmulator;
  sqs: SqsEmulator;
  functions: Functions;
  schedules: Schedules;
  eventSources: EventSources;
  files: BucketFiles;
  /** The APIs by id. */
  apis: Map<string, HttpApi>;
  /** The distributions in the order of the template. */
  distributions: Distribution[];
}

/** Creates an id that is the same in every run, so that stored data is found again. */
export function createStableId(stackName: string, logicalId: string, length: number): string {
  return createHash('sha256').update(`${stackName}/${logicalId}`).digest('hex').slice(0, length);
}
