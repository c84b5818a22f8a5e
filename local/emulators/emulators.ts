import { join } from 'node:path';
import type { AwsModelsOptions } from './aws-models/aws-models.ts';
import { LOCAL_STRIPE } from '../credentials.ts';
import { Iam } from '../iam/iam.ts';
import { startBedrock } from './bedrock/bedrock.ts';
import { startCognito, type CognitoEmulator } from './cognito/cognito.ts';
import { reserveDataFolder } from './data-folder.ts';
import { startDynamoDb } from './dynamodb/dynamodb.ts';
import { startLambda, type Invocable } from './lambda/lambda.ts';
import { createMailbox, type Mailbox } from './mailbox.ts';
import { type BucketCreator, connectOtherS3 } from './s3/bucket-creator.ts';
import { startS3 } from './s3/s3.ts';
import { startSecrets, type SecretsEmulator } from './secrets/secrets.ts';
import { startSes } from './ses/ses.ts';
import { startSqs, type SqsEmulator } from './sqs/sqs.ts';
import { readIfPresent, writeAtomically } from './state-file.ts';
import { startStripe, type StripeStandIn } from './stripe/stripe.ts';
import { startYoutube, type YoutubeStandIn } from './youtube/youtube.ts';

export interface Emulators {
  /** The endpoints by the name of the service in `AWS_ENDPOINT_URL_…`. */
  endpoints: Record<
    | 'DYNAMODB'
    | 'S3'
    | 'BEDROCK_RUNTIME'
    | 'COGNITO_IDENTITY_PROVIDER'
    | 'SECRETS_MANAGER'
    | 'LAMBDA'
    | 'SQS'
    | 'SESV2',
    string
  >;
  /** The access keys that the emulators accept, and their permissions. */
  iam: Iam;
  s3: BucketCreator;
  secrets: SecretsEmulator;
  cognito: CognitoEmulator;
  sqs: SqsEmulator;
  stripe: StripeStandIn;
  /** The YouTube stand-in. Undefined if the functions call the real YouTube. */
  youtube: YoutubeStandIn | undefined;
  mailbox: Mailbox;
  close(): Promise<void>;
}

interface EmulatorOptions {
  region: string;
  /** The folder that keeps the state of the emulators. Undefined keeps the state in memory. */
  dataDir: string | undefined;
  /** Answers with one constant image instead of painting, for benchmarks. */
  instantModel: boolean;
  /** Calls the models of Amazon Bedrock with the credentials of the shell. @default the emulator */
  awsModels?: AwsModelsOptions | undefined;
  /** Calls the real YouTube. */
  liveVideos: boolean;
  /** The functions that the triggers of the user pool and the Lambda API invoke. */
  functions: Invocable;
}

interface Emulator {
  endpoint: string;
  close(): Promise<void>;
}

const SERVICES_WITH_ALTERNATIVES = ['DYNAMODB', 'S3', 'BEDROCK_RUNTIME'];

/**
 * Starts the emulators, each on a free port. If `AWS_ENDPOINT_URL_…` is set for DynamoDB, S3 or Bedrock, the functions
 * and the interpreter use that service instead, with the administrator's credentials.
 * @throws Error with a sentence if another process uses the data folder.
 */
export async function startEmulators(options: EmulatorOptions): Promise<Emulators> {
  const { region, dataDir, instantModel, awsModels, liveVideos, functions } = options;
  const folder = (name: string) => (dataDir === undefined ? {} : { dataDir: join(dataDir, name) });
  const release = dataDir === undefined ? undefined : reserveDataFolder(dataDir);
  const started: Emulator[] = [];
  const close = async () => {
    await Promise.all(started.map((emulator) => emulator.close()));
    release?.();
  };
  const start = async <Started extends Emulator>(starting: Promise<Started>): Promise<Started> => {
    const emulator = await starting;
    started.push(emulator);
    return emulator;
  };

  try {
    const iam = new Iam({ isEnforced: !SERVICES_WITH_ALTERNATIVES.some(findOtherService) });
    const mailbox = createMailbox(folder('mailbox'));
    const dynamodb =
      findOtherService('DYNAMODB') ?? (await start(startDynamoDb({ ...folder('dynamodb'), iam, region })));
    const bedrock = awsModels
      ? await start(
          import('./aws-models/aws-models.ts').then((module) => module.startAwsModels({ ...awsModels, iam })),
        )
      : (findOtherService('BEDROCK_RUNTIME') ?? (await start(startBedrock({ instant: instantModel, iam }))));
    const otherS3 = findOtherService('S3');
    const s3 =
      otherS3 === undefined
        ? await start(startS3({ ...folder('s3'), region, iam }))
        : connectOtherS3(otherS3.endpoint, region);
    const secrets = await start(startSecrets({ iam }));
    const ses = await start(startSes({ iam, deliver: (mail) => mailbox.deliver(mail) }));
    const sqs = await start(startSqs({ ...folder('sqs'), iam, region }));
    const stripe = await start(
      startOnStoredPort(dataDir, (port) =>
        startStripe({ ...folder('stripe'), port, apiKey: LOCAL_STRIPE.apiKey }),
      ),
    );
    const cognito = await start(
      startCognito({
        ...folder('cognito'),
        region,
        iam,
        deliver: (mail) => mailbox.deliver(mail),
        invokeTrigger: (functionArn, event) => functions.invoke(functionArn, event),
      }),
    );
    const youtube = liveVideos ? undefined : await start(startYoutube({ instant: instantModel }));
    const lambda = await start(startLambda({ functions, iam }));
    return {
      endpoints: {
        DYNAMODB: dynamodb.endpoint,
        S3: s3.endpoint,
        BEDROCK_RUNTIME: bedrock.endpoint,
        COGNITO_IDENTITY_PROVIDER: cognito.endpoint,
        SECRETS_MANAGER: secrets.endpoint,
        LAMBDA: lambda.endpoint,
        SESV2: ses.endpoint,
        SQS: sqs.endpoint,
      },
      iam,
      s3,
      secrets,
      cognito,
      sqs,
      stripe,
      youtube,
      mailbox,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Starts an emulator on the port of the last run, because stored purchases contain links to Stripe's receipts. If another program uses this
 * port, the emulator takes a free port, and old links no longer work.
 */
async function startOnStoredPort<Started extends Emulator>(
  dataDir: string | undefined,
  start: (port: number) => Promise<Started>,
): Promise<Started> {
  if (dataDir === undefined) return start(0);
  const file = join(dataDir, 'stripe-port');
  const emulator = await start(Number(readIfPresent(file) ?? 0)).catch(() => start(0));
  writeAtomically(file, new URL(emulator.endpoint).port);
  return emulator;
}

function findOtherService(service: string): { endpoint: string } | undefined {
  const endpoint = process.env[`AWS_ENDPOINT_URL_${service}`];
  return endpoint === undefined ? undefined : { endpoint };
}
