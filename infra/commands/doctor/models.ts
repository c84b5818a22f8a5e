import {
  BedrockClient,
  GetFoundationModelCommand,
  GetInferenceProfileCommand,
  type FoundationModelLifecycle,
} from '@aws-sdk/client-bedrock';
import { PROFILE_REGIONS, toFoundationModelId } from '#contract/model-pool.ts';
import type { StageSettings } from '../../stages/settings.ts';
import { createClient, isCreated, undefinedOnError } from '../aws.ts';
import { fail, ok, warn, type Check, type Finding } from './check.ts';

/** A foundation model that a stage calls from one region. */
export interface CalledModel {
  /** Id of the foundation model. */
  id: string;
  region: string;
  /** Undefined for the text model, whose use the users' rate limit bounds far below its quota. */
  requestsPerMinute?: number;
  /** Id of the inference profile through which it is called. @default it is called directly */
  profile?: string;
}

/** Lists the models of both pools, a service once for each of its regions, and the text model. */
export function listCalledModels({
  models,
  services,
  promptModel,
}: Pick<StageSettings, 'models' | 'services' | 'promptModel'>): CalledModel[] {
  return [
    ...models,
    ...services.flatMap(({ id: profile, regions, requestsPerMinute }) =>
      regions.map((region) => ({ id: toFoundationModelId(profile), region, requestsPerMinute, profile })),
    ),
    ...(promptModel === undefined
      ? []
      : [
          {
            id: toFoundationModelId(promptModel.id),
            region: promptModel.region,
            profile: promptModel.id,
          },
        ]),
  ];
}

const DAY_MS = 86_400_000;
/** A model that ends within this time needs a replacement now. */
const NOTICE_DAYS = 90;

/** Each model's lifecycle, which Bedrock reports in the model's own region. */
export const modelLifecycle: Check = {
  name: 'models',
  isPrerequisite: true,
  remedy: ({ stage }) => `Replace the model in infra/stages/${stage}.ts, and deploy.`,
  async probe({ settings, now, stack }) {
    const isDeployed = isCreated(await stack());
    return listCalledModels(settings).map(async (model) =>
      checkLifecycle(model, await readLifecycle(model), now, isDeployed),
    );
  },
};

/** @returns undefined if the region does not have the model. */
async function readLifecycle({ id, region }: CalledModel): Promise<FoundationModelLifecycle | undefined> {
  const bedrock = createClient(BedrockClient, region);
  const found = await undefinedOnError(
    ['ResourceNotFoundException', 'ValidationException'],
    bedrock.send(new GetFoundationModelCommand({ modelIdentifier: id })),
  );
  return found && (found.modelDetails?.modelLifecycle ?? { status: 'ACTIVE' });
}

function checkLifecycle(
  { id, region }: CalledModel,
  lifecycle: FoundationModelLifecycle | undefined,
  now: Date,
  isDeployed: boolean,
): Finding {
  if (lifecycle === undefined) return fail(`${id} is not available in ${region}.`);
  const { status, endOfLifeTime: end } = lifecycle;
  const day = end?.toISOString().slice(0, 10);
  if (end !== undefined && end <= now) return fail(`${id} reached its end of life on ${day}.`);
  // Bedrock refuses a legacy model to an account that has not used it yet.
  if (status === 'LEGACY' && !isDeployed) {
    return fail(`${id} is a legacy model, which a new account cannot start to use.`);
  }
  const endsSoon = end !== undefined && end.getTime() - now.getTime() < NOTICE_DAYS * DAY_MS;
  if (status === 'LEGACY' || endsSoon) {
    return warn(`${id} reaches its end of life${day === undefined ? ' soon' : ` on ${day}`}.`);
  }
  return ok(`${id} is active in ${region}.`);
}

/** The inference profiles, in each region that calls them. */
export const inferenceProfiles: Check = {
  name: 'inference profiles',
  remedy: ({ stage }) => `Change the model in infra/stages/${stage}.ts, and deploy.`,
  probe: ({ settings }) =>
    listCalledModels(settings).flatMap(({ profile, region }) =>
      profile === undefined ? [] : [checkProfile(profile, region)],
    ),
};

async function checkProfile(id: string, region: string): Promise<Finding> {
  const bedrock = createClient(BedrockClient, region);
  const profile = await undefinedOnError(
    ['ResourceNotFoundException'],
    bedrock.send(new GetInferenceProfileCommand({ inferenceProfileIdentifier: id })),
  );
  if (profile?.status !== 'ACTIVE') return fail(`${id} is not available in ${region}.`);
  // The policy of generate-thumbnail allows the model only in these regions.
  const others = (profile.models ?? [])
    .map(({ modelArn = '' }) => modelArn.split(':')[3] ?? '')
    .filter((destination) => !PROFILE_REGIONS.includes(destination));
  if (others.length > 0) {
    return fail(
      `${id} in ${region} also uses ${others.join(', ')}, which the stack's policy does not allow.`,
      'Add the region to PROFILE_REGIONS in contract/model-pool.ts and to the privacy text, and deploy.',
    );
  }
  return ok(`${id} is active in ${region}.`);
}
