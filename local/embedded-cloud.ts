import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { AwsModelsOptions } from './emulators/aws-models/aws-models.ts';
import { connectStripe, connectYoutube } from './connect-services.ts';
import { LOCAL_CREDENTIALS } from './credentials.ts';
import { startEmulators, type Emulators } from './emulators/emulators.ts';
import { EventSources } from './event-sources.ts';
import { Functions } from './lambda/functions.ts';
import type { LogLine } from './lambda/sandbox.ts';
import { type OpenSite, openSite } from './open-site.ts';
import { createOriginHandler } from './origin.ts';
import { Schedules } from './schedules.ts';
import { BucketFiles } from './site/bucket-files.ts';
import { readAssembly, type Assembly } from './template/assembly.ts';
import { interpret, type Resource } from './template/interpreter.ts';
import type { ProvisioningContext } from './template/resources/context.ts';
import { createProvisioners } from './template/resources/provisioners.ts';

/** The endpoints that the functions call. */
export type Endpoints = Emulators['endpoints'] & Record<'STRIPE', string> & { YOUTUBE?: string };

export interface EmbeddedCloudOptions {
  /** Folder of the cloud assembly to run. */
  assembly: string;
  /** Port of the site. @default any free port */
  port?: number;
  /** The site, if its port is already taken. @default takes the port */
  site?: OpenSite;
  /** Port that browsers use if another server forwards their requests. @default the port of the site */
  publicPort?: number;
  /** Folder that keeps all state between runs. @default in memory */
  dataDir?: string | undefined;
  /** Answers with one constant image instead of painting. @default false */
  instantModel?: boolean;
  /** Runs scheduled functions only when they are invoked. @default false */
  manualSchedules?: boolean;
  /**
   * Gives the functions unlimited time and shortens their pauses, so that tests do not depend on the speed of the machine. @default false
   */
  hasTestTimers?: boolean;
  /** Calls the models of Amazon Bedrock with the credentials of the shell. @default the emulator */
  awsModels?: AwsModelsOptions | undefined;
  /** Calls the real YouTube for links to videos. @default false */
  liveVideos?: boolean;
  /** Key of the YouTube Data API. The template must have its secret. */
  youtubeApiKey?: string | undefined;
  /** Replaces endpoints that the functions call, for example by a proxy that drops responses. */
  interpose?: (endpoints: Endpoints) => Promise<Partial<Endpoints>>;
  /** Receives every log line of the functions. */
  onLog?: (line: LogLine) => void;
}

export interface EmbeddedCloud {
  /** The address of the site, the API and the developer tools. */
  url: string;
  /** The port of the site. */
  port: number;
  /** AWS region of the stack. */
  region: string;
  endpoints: Emulators['endpoints'];
  mailbox: Emulators['mailbox'];
  stripe: Emulators['stripe'];
  sqs: Emulators['sqs'];
  eventSources: Pick<EventSources, 'pause' | 'resume'>;
  /** The resource types of the template that are not supported. */
  warnings: string[];
  /**
   * Finds a provisioned resource.
   * @param prefix the beginning of the logical id, e.g. `DataUsers`.
   * @throws Error if no resource has the prefix.
   */
  resource(prefix: string): Resource;
  /**
   * Invokes a function now, as its trigger would.
   * @param prefix the beginning of the logical id, e.g. `RefundAbandoned`.
   */
  invoke(prefix: string, event: unknown): Promise<unknown>;
  /** Lets functions with a changed bundle load the bundle again at their next invocation. */
  replaceFunctions(isChanged: (bundle: string) => boolean): void;
  stop(): Promise<void>;
}

const MAX_LOG_LINES = 2_000;

/**
 * Runs a synthesized stack on this machine: its resources in emulators, and its functions from the bundles that a deployment would use.
 * @throws Error with a sentence if the port is in use, an emulator is missing, or a resource cannot be provisioned.
 */
export async function startEmbeddedCloud(options: EmbeddedCloudOptions): Promise<EmbeddedCloud> {
  const assembly = await readAssembly(options.assembly);
  const logs: LogLine[] = [];
  const onLog = (line: LogLine) => {
    logs.push(line);
    if (logs.length > MAX_LOG_LINES) logs.shift();
    options.onLog?.(line);
  };
  const functions = new Functions({ onLog, hasTestTimers: options.hasTestTimers });
  const reportFailure = (text: string) => options.onLog?.({ functionName: 'trigger', text });
  const schedules = new Schedules(functions, reportFailure, options.manualSchedules);
  const eventSources = new EventSources(functions, reportFailure);

  // The site listens first. A port in use is then reported before anything else starts, and the template needs the address.
  const site = options.site ?? (await openSite(options.port ?? 0));
  const siteHost = `localhost:${options.publicPort ?? site.port}`;

  const emulators = await startEmulators({
    region: assembly.region,
    dataDir: options.dataDir,
    instantModel: options.instantModel ?? false,
    awsModels: options.awsModels,
    liveVideos: options.liveVideos ?? false,
    functions,
  }).catch(async (error: unknown) => {
    await site.close();
    throw error;
  });
  const close = async () => {
    schedules.close();
    eventSources.close();
    await site.close();
    await functions.close();
    await emulators.close();
  };

  try {
    const localize = createLocalizer(assembly, siteHost, emulators);
    const allEndpoints: Endpoints = {
      ...emulators.endpoints,
      STRIPE: emulators.stripe.endpoint,
      ...(emulators.youtube && { YOUTUBE: emulators.youtube.endpoint }),
    };
    const { STRIPE, YOUTUBE, ...aws } = { ...allEndpoints, ...(await options.interpose?.(allEndpoints)) };
    const context: ProvisioningContext = {
      ...assembly,
      ...emulators,
      siteHost,
      localize,
      lambdaEnvironment: {
        ...createLambdaEnvironment(assembly.region, aws),
        STRIPE_API_URL: STRIPE,
        ...(YOUTUBE !== undefined && { YOUTUBE_URL: YOUTUBE }),
      },
      dynamodb: new DynamoDBClient({
        endpoint: emulators.endpoints.DYNAMODB,
        region: assembly.region,
        credentials: LOCAL_CREDENTIALS,
      }),
      functions,
      schedules,
      eventSources,
      files: new BucketFiles(),
      apis: new Map(),
      distributions: [],
    };
    const { resources, outputs, warnings } = await interpret(assembly, createProvisioners(context), localize);
    context.files.addSettings('config.json', { userPoolEndpoint: emulators.cognito.endpoint });
    connectStripe(emulators.stripe, emulators.secrets, `http://${siteHost}`);
    if (options.youtubeApiKey !== undefined) connectYoutube(emulators.secrets, options.youtubeApiKey);
    const { distributions } = context;
    site.setHandler(createOriginHandler({ ...emulators, distributions, logs, resources, outputs }));

    const { endpoints, mailbox, stripe, sqs } = emulators;
    const resource = (prefix: string): Resource => {
      const found = [...resources].find(([logicalId]) => logicalId.startsWith(prefix));
      if (found === undefined) throw new Error(`The template has no resource ${prefix}….`);
      return found[1];
    };
    return {
      url: `http://${siteHost}`,
      port: site.port,
      region: assembly.region,
      endpoints,
      mailbox,
      stripe,
      sqs,
      eventSources,
      warnings,
      resource,
      invoke: (prefix, event) =>
        functions.invoke(resource(`${prefix}Function`).attributes?.['Arn'] ?? prefix, event),
      replaceFunctions: (isChanged) => functions.replace(isChanged),
      stop: close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Returns a function that replaces the AWS addresses in a text of the template by addresses of this machine. */
function createLocalizer(
  { region }: Assembly,
  siteHost: string,
  { endpoints, youtube }: Emulators,
): (text: string) => string {
  const bucketHost = new RegExp(`https://[a-z0-9.-]+\\.s3\\.${region}\\.amazonaws\\.com`, 'g');
  return (text) =>
    text
      .replaceAll(`https://${siteHost}`, `http://${siteHost}`)
      .replaceAll(`https://cognito-idp.${region}.amazonaws.com`, endpoints.COGNITO_IDENTITY_PROVIDER)
      .replaceAll(bucketHost, endpoints.S3)
      .replaceAll('https://i.ytimg.com', youtube?.endpoint ?? 'https://i.ytimg.com');
}

/** Returns the variables that Lambda sets for every function. The environment of this process has no influence. */
function createLambdaEnvironment(region: string, endpoints: Emulators['endpoints']): Record<string, string> {
  return {
    AWS_REGION: region,
    AWS_DEFAULT_REGION: region,
    // Many invocations share one worker, as in Lambda's multi-concurrency mode. Powertools supports this mode.
    AWS_LAMBDA_MAX_CONCURRENCY: '1000',
    AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
    TZ: 'UTC',
    ...Object.fromEntries(
      Object.entries(endpoints).map(([service, endpoint]) => [`AWS_ENDPOINT_URL_${service}`, endpoint]),
    ),
  };
}
