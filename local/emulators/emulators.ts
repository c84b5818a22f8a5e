import { join } from 'node:path';
import { LOCAL_ACCOUNT, LOCAL_STRIPE } from '../credentials.ts';
import { startBedrock } from './bedrock/bedrock.ts';
import { startCognito, type CognitoEmulator } from './cognito/cognito.ts';
import { startDynamoDb } from './dynamodb/dynamodb.ts';
import { readIfPresent, writeAtomically } from './files.ts';
import { startLambda, type Invocable } from './lambda/lambda.ts';
import { createMailbox, type Mailbox } from './mailbox/mailbox.ts';
import { startS3, type S3Emulator } from './s3/s3.ts';
import { startSecrets, type SecretsEmulator } from './secrets/secrets.ts';
import { startStripe, type StripeStandIn } from './stripe/stripe.ts';

export interface Emulators {
  /** By the name of the service in `AWS_ENDPOINT_URL_…`. */
  endpoints: Record<
    'DYNAMODB' | 'S3' | 'BEDROCK_RUNTIME' | 'COGNITO_IDENTITY_PROVIDER' | 'SECRETS_MANAGER' | 'LAMBDA',
    string
  >;
  s3: S3Emulator;
  secrets: SecretsEmulator;
  cognito: CognitoEmulator;
  stripe: StripeStandIn;
  mailbox: Mailbox;
  close(): Promise<void>;
}

interface EmulatorOptions {
  region: string;
  /** Where the emulators keep their state; in memory without it. */
  dataDir: string | undefined;
  /** Answer with one constant image instead of painting, for benchmarks. */
  instantModel: boolean;
  /** Invoked by the triggers of the user pool and by the Lambda API. */
  functions: Invocable;
}

interface Emulator {
  endpoint: string;
  close(): Promise<void>;
}

/**
 * Starts the emulators, each on a free port. If `AWS_ENDPOINT_URL_…` is set for DynamoDB, S3 or Bedrock, the functions
 * and the interpreter use that service instead.
 */
export async function startEmulators(options: EmulatorOptions): Promise<Emulators> {
  const { region, dataDir, instantModel, functions } = options;
  const folder = (name: string) => (dataDir === undefined ? {} : { dataDir: join(dataDir, name) });
  const started: Emulator[] = [];
  const close = async () => {
    await Promise.all(started.map((emulator) => emulator.close()));
  };
  const start = async <Started extends Emulator>(starting: Promise<Started>): Promise<Started> => {
    const emulator = await starting;
    started.push(emulator);
    return emulator;
  };

  try {
    const mailbox = createMailbox(folder('mailbox'));
    const dynamodb = findOtherService('DYNAMODB') ?? (await start(startDynamoDb(folder('dynamodb'))));
    const bedrock =
      findOtherService('BEDROCK_RUNTIME') ?? (await start(startBedrock({ instant: instantModel })));
    const s3 = await start(startS3(folder('s3')));
    const secrets = await start(startSecrets());
    const stripe = await start(
      startOnStoredPort(dataDir, (port) =>
        startStripe({ ...folder('stripe'), port, apiKey: LOCAL_STRIPE.apiKey }),
      ),
    );
    const cognito = await start(
      startCognito({
        ...folder('cognito'),
        region,
        accountId: LOCAL_ACCOUNT,
        deliver: (mail) => mailbox.deliver(mail),
        invokeTrigger: (functionArn, event) => functions.invoke(functionArn, event),
      }),
    );
    const lambda = await start(startLambda(functions));
    return {
      endpoints: {
        DYNAMODB: dynamodb.endpoint,
        S3: process.env['AWS_ENDPOINT_URL_S3'] ?? s3.endpoint,
        BEDROCK_RUNTIME: bedrock.endpoint,
        COGNITO_IDENTITY_PROVIDER: cognito.endpoint,
        SECRETS_MANAGER: secrets.endpoint,
        LAMBDA: lambda.endpoint,
      },
      s3,
      secrets,
      cognito,
      stripe,
      mailbox,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Stored purchases contain links to Stripe's receipts, so Stripe gets the same port after a restart. If another program
 * uses that port by then, Stripe takes a free one, and old links no longer work.
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
