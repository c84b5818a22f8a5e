import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { userInfo } from 'node:os';
import { z } from 'zod';
import type { StageSettings } from '../stages/settings.ts';
import { getMainStack } from '../stages/stacks.ts';
import { STAGE_NAMES } from '../stages/stages.ts';
import { clientSettings, findCaller, findStack, getOutputs } from './aws.ts';
import { requireStage, text } from './command-line.ts';

/** The clients that the commands need for a deployed stage or for the embedded cloud, and the outputs of its stack. */
export interface StageAccess {
  /** The name of the stage; `local` for the embedded cloud. */
  stage: string;
  /** Empty if the stage is not deployed. */
  outputs: Record<string, string>;
  lambda: LambdaClient;
  cognito: CognitoIdentityProviderClient;
  /** Identity of the credentials in use. */
  findOperator: () => Promise<string>;
}

/** Timeout of one invocation in milliseconds. Longer than the slices of an audit. */
const INVOCATION_TIMEOUT_MS = 180_000;

/** No automatic retries: the operator decides whether to repeat an invocation whose response was lost. */
function lambdaSettings(region: string) {
  const { requestHandler, ...settings } = clientSettings(region);
  return {
    ...settings,
    maxAttempts: 1,
    requestHandler: { ...requestHandler, requestTimeout: INVOCATION_TIMEOUT_MS },
  };
}

/** @throws the SDK's errors. */
export async function accessStage(settings: StageSettings): Promise<StageAccess> {
  const { name, region } = getMainStack(settings);
  const stack = await findStack(name, region);
  return {
    stage: settings.stage,
    outputs: stack === undefined ? {} : getOutputs(stack),
    lambda: new LambdaClient(lambdaSettings(region)),
    cognito: new CognitoIdentityProviderClient(clientSettings(region)),
    findOperator: async () => (await findCaller(region)).arn,
  };
}

const embeddedCloud = z.object({
  endpoints: z.object({
    LAMBDA: z.string(),
    COGNITO_IDENTITY_PROVIDER: z.string(),
    DYNAMODB: z.string(),
  }),
  credentials: z.object({ accessKeyId: z.string(), secretAccessKey: z.string() }),
  outputs: z.record(z.string(), z.string()),
  /** The name of each resource by its logical ID. */
  resources: z.record(z.string(), z.string()),
});

/** The description of the embedded cloud that it serves at `/local/endpoints.json`. */
type EmbeddedCloud = Omit<z.output<typeof embeddedCloud>, 'outputs'>;

/** The embedded cloud that `npm start` runs. `PORT` selects another port. @throws Error if it does not answer. */
export async function accessEmbeddedCloud(): Promise<StageAccess & EmbeddedCloud> {
  const url = `http://localhost:${process.env['PORT'] ?? '5173'}`;
  const response = await fetch(`${url}/local/endpoints.json`).catch((error: unknown) => {
    throw new Error(`The embedded cloud does not answer at ${url}. Start it with npm start, or set PORT.`, {
      cause: error,
    });
  });
  const { outputs, ...cloud } = embeddedCloud.parse(await response.json());
  const { endpoints, credentials } = cloud;
  // These emulators ignore the region.
  const region = 'us-west-2';
  return {
    ...cloud,
    stage: 'local',
    outputs,
    lambda: new LambdaClient({ ...lambdaSettings(region), endpoint: endpoints.LAMBDA, credentials }),
    cognito: new CognitoIdentityProviderClient({
      ...clientSettings(region),
      endpoint: endpoints.COGNITO_IDENTITY_PROVIDER,
      credentials,
    }),
    findOperator: () => Promise.resolve(`local:${userInfo().username}`),
  };
}

/** The option that selects a deployed stage or the embedded cloud. */
export const SITE_OPTION = {
  stage: text(
    'NAME',
    `${STAGE_NAMES.join(', ')}; or local: the embedded cloud that npm start runs (PORT=… selects another port)`,
  ),
};

/** @param stage `local` for the embedded cloud. @throws UsageError for an unknown stage; as the two above. */
export function accessSite(stage: string | undefined): Promise<StageAccess> {
  return stage === 'local' ? accessEmbeddedCloud() : accessStage(requireStage(stage));
}

/** @throws Error if the stage is not deployed. */
export function requireSite({ stage, outputs }: StageAccess): { origin: string; poolId: string } {
  const { SiteUrl: origin, UserPoolId: poolId } = outputs;
  if (origin !== undefined && poolId !== undefined) return { origin, poolId };
  throw new Error(`The stage ${stage} is not deployed. Run: npm run deploy -- --stage ${stage}`);
}
