import { BedrockClient, GetFoundationModelAvailabilityCommand } from '@aws-sdk/client-bedrock';
import type { ImageModel } from '../../../contract/model-pool.ts';
import { clientSettings } from '../aws/client-settings.ts';
import { fail, ok, warn, type Check, type Finding } from './check.ts';
import { may } from './may.ts';

/** Whether the account may use each model of the pool: its Marketplace agreement, its permissions, its region. */
export const modelAccess: Check = {
  name: 'model access',
  look: ({ settings }) => Promise.all(settings.models.map(accessTo)),
};

async function accessTo({ id, region }: ImageModel): Promise<Finding> {
  const bedrock = new BedrockClient(clientSettings(region));
  const answer = await may('bedrock:GetFoundationModelAvailability', () =>
    bedrock.send(new GetFoundationModelAvailabilityCommand({ modelId: id })),
  );
  const agreement = answer.agreementAvailability?.status;
  if (answer.regionAvailability === 'NOT_AVAILABLE') {
    return fail(
      `${id} is not available in ${region} to this account.`,
      'Choose another region or model in the settings.',
    );
  }
  if (answer.authorizationStatus === 'NOT_AUTHORIZED') {
    return fail(
      `The account is not authorized to use ${id}.`,
      'Look for a service control policy that denies bedrock:InvokeModel or aws-marketplace:Subscribe.',
    );
  }
  if (agreement === 'PENDING') {
    return warn(
      `The account is being subscribed to ${id}.`,
      'Wait: it can take 15 minutes. Creators keep their credits meanwhile.',
    );
  }
  if (agreement === 'ERROR') {
    return fail(
      `The subscription to ${id} failed.`,
      'Look whether the account has a valid payment method, and invoke the model once again.',
    );
  }
  if (agreement === 'NOT_AVAILABLE' || answer.entitlementAvailability === 'NOT_AVAILABLE') {
    return fail(
      `The account is not subscribed to ${id} yet.`,
      `Invoke it once as an administrator, in the playground of the Bedrock console in ${region}. It can take 15 minutes.`,
    );
  }
  return ok(`The account may use ${id}.`);
}
