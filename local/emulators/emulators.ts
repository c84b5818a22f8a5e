import { join } from 'node:path';
import { LOCAL_ACCOUNT, LOCAL_STRIPE } from '../credentials.ts';
import { startBedrock } from './bedrock/bedrock.ts';
import { startCognito, type CognitoEmulator } from './cognito/cognito.ts';
import { startDynamoDb } from './dynamodb/dynamodb.ts';
import { startLambda, type Invocable } from './lambda/lambda.ts';
import { createMailbox, type Mailbox } from './mailbox/mailbox.ts';
import { startS3, type S3Emulator } from './s3/s3.ts';
import { startSecrets, type SecretsEmulator } from './secrets/secrets.ts';
import { startStripe, type StripeStandIn } from './stripe/stripe.ts';

export interface Emulators {
  /** By the name that `AWS_ENDPOINT_URL_…` has for the service. */
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
  /** Where all of them keep their state; in memory without it. */
  dataDir: string | undefined;
  /** Port of the Stripe stand-in, whose receipts are linked from kept data. 0 takes any free one. */
  stripePort: number;
  /** Answer with one constant picture instead of painting, for benchmarks. */
  instantModel: boolean;
  /** For the user pool's triggers, and for whoever asks Lambda itself. */
  functions: Invocable;
}

/**
 * Starts the emulators, each on a free port. One that `AWS_ENDPOINT_URL_…` in the environment points elsewhere
 * (DynamoDB, S3, Bedrock) is not asked: the functions and the interpreter then use that service.
 */
export async function startEmulators(options: EmulatorOptions): Promise<Emulators> {
  const { region, dataDir, stripePort, instantModel, functions } = options;
  const folder = (name: string) => (dataDir === undefined ? {} : { dataDir: join(dataDir, name) });
  const mailbox = createMailbox(folder('mailbox'));
  const dynamodb = replaced('DYNAMODB') ?? (await startDynamoDb(folder('dynamodb')));
  const bedrock = replaced('BEDROCK_RUNTIME') ?? (await startBedrock({ instant: instantModel }));
  const s3 = await startS3(folder('s3'));
  const secrets = await startSecrets();
  const stripe = await startStripe({ ...folder('stripe'), port: stripePort, apiKey: LOCAL_STRIPE.apiKey });
  const cognito = await startCognito({
    ...folder('cognito'),
    region,
    accountId: LOCAL_ACCOUNT,
    deliver: (mail) => mailbox.deliver(mail),
    invokeTrigger: (functionArn, event) => functions.invoke(functionArn, event),
  });
  const lambda = await startLambda(functions);
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
    close: async () => {
      const all = [dynamodb, bedrock, s3, secrets, cognito, stripe, lambda];
      await Promise.all(all.map((emulator) => emulator.close()));
    },
  };
}

function replaced(service: string): { endpoint: string; close: () => Promise<void> } | undefined {
  const endpoint = process.env[`AWS_ENDPOINT_URL_${service}`];
  return endpoint === undefined ? undefined : { endpoint, close: () => Promise.resolve() };
}
