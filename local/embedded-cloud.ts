import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createServer } from 'node:http';
import { connectStripe } from './connect-stripe.ts';
import { LOCAL_CREDENTIALS } from './credentials.ts';
import { startEmulators, type Emulators } from './emulators/emulators.ts';
import { listen, stop } from './emulators/serve.ts';
import type { HttpApi } from './gateway/http-api.ts';
import { Functions } from './lambda/functions.ts';
import type { LogLine } from './lambda/lambda-function.ts';
import { originHandler } from './origin.ts';
import { Schedules } from './schedules.ts';
import { BucketFiles } from './site/bucket-files.ts';
import type { Distribution } from './site/distribution.ts';
import { readAssembly, type Assembly } from './template/assembly.ts';
import { interpret, type Made } from './template/interpreter.ts';
import { makersOf } from './template/resources/makers.ts';

/** What functions call, and where it answers. */
export type Endpoints = Emulators['endpoints'] & Record<'STRIPE', string>;

export interface EmbeddedCloudOptions {
  /** Folder of the cloud assembly to run. */
  assembly: string;
  /** Port of the site. @default any free one */
  port?: number;
  /** Where all state is kept between runs. @default in memory */
  dataDir?: string | undefined;
  /** Answer with one constant picture instead of painting. @default false */
  instantModel?: boolean;
  /** Puts something between the functions and the emulators, e.g. a proxy that loses answers. */
  interpose?: (endpoints: Endpoints) => Promise<Partial<Endpoints>>;
  /** Each line that a function writes. */
  onLog?: (line: LogLine) => void;
}

export interface EmbeddedCloud {
  /** Where the site, the API and the workshop answer. */
  url: string;
  endpoints: Emulators['endpoints'];
  mailbox: Emulators['mailbox'];
  stripe: Emulators['stripe'];
  /** What the template has that this cloud cannot run. */
  warnings: string[];
  /**
   * What a resource of the template became.
   * @param prefix of its logical id, e.g. `DataUsers`.
   * @throws Error when there is none.
   */
  resource(prefix: string): Made;
  /** Runs a function now, as its trigger would. @param prefix of its logical id, e.g. `RefundAbandoned`. */
  invoke(prefix: string, event: unknown): Promise<unknown>;
  stop(): Promise<void>;
}

const LOG_LINES_KEPT = 2_000;

/**
 * Runs a synthesized stack on this machine: makes its resources on emulators and its functions from the bundles that
 * would deploy.
 * @throws Error with a sentence when a port is taken, an emulator is missing, or a resource cannot be made.
 */
export async function startEmbeddedCloud(options: EmbeddedCloudOptions): Promise<EmbeddedCloud> {
  const assembly = await readAssembly(options.assembly);
  const logs: LogLine[] = [];
  const functions = new Functions((line) => {
    logs.push(line);
    if (logs.length > LOG_LINES_KEPT) logs.shift();
    options.onLog?.(line);
  });
  const schedules = new Schedules(functions, (text) => options.onLog?.({ functionName: 'schedule', text }));
  const distributions: Distribution[] = [];

  // Listens first: a taken port is told before anything else starts, and the template needs the site's address.
  let handle: ReturnType<typeof originHandler> | undefined;
  const server = createServer((request, response) => {
    if (handle === undefined) response.writeHead(503).end();
    else handle(request, response).catch(() => response.destroy());
  });
  const { port } = await listen(server, options.port ?? 0, 'Thumbforge');
  const siteHost = `localhost:${port}`;

  const emulators = await startEmulators({
    region: assembly.region,
    dataDir: options.dataDir,
    // Kept receipts must be found again; beside the site's port, so that two clouds do not meet.
    stripePort: options.dataDir === undefined ? 0 : port + 1,
    instantModel: options.instantModel ?? false,
    functions,
  }).catch(async (error: unknown) => {
    await stop(server);
    throw error;
  });
  const close = async () => {
    schedules.close();
    await stop(server);
    await functions.close();
    await emulators.close();
  };

  try {
    const files = new BucketFiles();
    const localize = localizer(assembly, siteHost, emulators);
    const endpoints = { ...emulators.endpoints, STRIPE: emulators.stripe.endpoint };
    const { STRIPE, ...aws } = { ...endpoints, ...(await options.interpose?.(endpoints)) };
    const { made, outputs, warnings } = await interpret(
      assembly,
      makersOf({
        stackName: assembly.stackName,
        region: assembly.region,
        assets: assembly.assets,
        siteHost,
        localize,
        functionEnvironment: { ...functionEnvironment(assembly, aws), STRIPE_API_URL: STRIPE },
        dynamodb: new DynamoDBClient({
          endpoint: emulators.endpoints.DYNAMODB,
          region: assembly.region,
          credentials: LOCAL_CREDENTIALS,
        }),
        s3: emulators.s3,
        secrets: emulators.secrets,
        cognito: emulators.cognito,
        functions,
        schedules,
        files,
        apis: new Map<string, HttpApi>(),
        distributions,
      }),
    );
    files.addSettings('config.json', { userPoolEndpoint: emulators.cognito.endpoint });
    connectStripe(emulators.stripe, emulators.secrets, `http://${siteHost}`);
    handle = originHandler({
      mailbox: emulators.mailbox,
      stripe: emulators.stripe,
      distributions,
      logs,
      endpoints: emulators.endpoints,
      resources: made,
      outputs: Object.fromEntries(
        Object.entries(outputs).map(([name, value]) => [name, localize(String(value))]),
      ),
    });

    const resource = (prefix: string): Made => {
      const found = [...made].find(([logicalId]) => logicalId.startsWith(prefix));
      if (found === undefined) throw new Error(`The template has no resource ${prefix}….`);
      return found[1];
    };
    return {
      url: `http://${siteHost}`,
      endpoints: emulators.endpoints,
      mailbox: emulators.mailbox,
      stripe: emulators.stripe,
      warnings,
      resource,
      invoke: (prefix, event) =>
        functions.invoke(resource(`${prefix}Function`).attributes?.['Arn'] ?? prefix, event),
      stop: close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The addresses that a template builds for AWS, as they are on this machine. */
function localizer(
  { region }: Assembly,
  siteHost: string,
  { endpoints }: Emulators,
): (text: string) => string {
  const bucketHost = new RegExp(`https://[a-z0-9.-]+\\.s3\\.${region}\\.amazonaws\\.com`, 'g');
  return (text) =>
    text
      .replaceAll(`https://${siteHost}`, `http://${siteHost}`)
      .replaceAll(`https://cognito-idp.${region}.amazonaws.com`, endpoints.COGNITO_IDENTITY_PROVIDER)
      .replaceAll(bucketHost, endpoints.S3);
}

function functionEnvironment(
  { region }: Assembly,
  endpoints: Emulators['endpoints'],
): Record<string, string> {
  return {
    AWS_REGION: region,
    AWS_DEFAULT_REGION: region,
    AWS_ACCESS_KEY_ID: LOCAL_CREDENTIALS.accessKeyId,
    AWS_SECRET_ACCESS_KEY: LOCAL_CREDENTIALS.secretAccessKey,
    // Many invocations share one thread here: Lambda's multi-concurrency mode, which Powertools heeds.
    AWS_LAMBDA_MAX_CONCURRENCY: '1000',
    AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
    TZ: 'UTC',
    ...Object.fromEntries(
      Object.entries(endpoints).map(([service, endpoint]) => [`AWS_ENDPOINT_URL_${service}`, endpoint]),
    ),
  };
}
