import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { CognitoEmulator } from '../../emulators/cognito/cognito.ts';
import type { S3Emulator } from '../../emulators/s3/s3.ts';
import type { SecretsEmulator } from '../../emulators/secrets/secrets.ts';
import type { HttpApi } from '../../gateway/http-api.ts';
import type { Functions } from '../../lambda/functions.ts';
import type { Schedules } from '../../schedules.ts';
import type { BucketFiles } from '../../site/bucket-files.ts';
import type { Distribution } from '../../site/distribution.ts';

/** What the makers make resources of. */
export interface Services {
  stackName: string;
  region: string;
  /** Folders of the assembly's assets, by object key. */
  assets: ReadonlyMap<string, string>;
  /** Host and port of the site: what a distribution's domain name is here. */
  siteHost: string;
  /** AWS addresses in a text, turned into those of this machine. */
  localize: (text: string) => string;
  /** What every function finds in its environment beside its own: region, credentials, endpoints. */
  functionEnvironment: Readonly<Record<string, string>>;
  dynamodb: DynamoDBClient;
  s3: S3Emulator;
  secrets: SecretsEmulator;
  cognito: CognitoEmulator;
  functions: Functions;
  schedules: Schedules;
  files: BucketFiles;
  /** By id; the makers fill it. */
  apis: Map<string, HttpApi>;
  /** In the order of the template; the makers fill it. */
  distributions: Distribution[];
}
