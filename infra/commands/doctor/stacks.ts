import {
  CloudFormationClient,
  DetectStackResourceDriftCommand,
  type Stack,
  type StackStatus,
} from '@aws-sdk/client-cloudformation';
import { paginateListBuckets, S3Client } from '@aws-sdk/client-s3';
import type { StageSettings } from '../../stages/settings.ts';
import { getMainStack, listPossibleStacks, listStacks, type StageStack } from '../../stages/stacks.ts';
import { collect, createClient, findStack, isCreated, listResources } from '../aws.ts';
import { listDeletedStacks, listKeptResources } from '../kept-resources.ts';
import { fail, ok, unknown, warn, type Check, type Finding } from './check.ts';

export const STACK_CHECKS: readonly Check[] = [
  {
    // A stack that does not exist has no finding.
    name: 'stacks',
    isPrerequisite: true,
    probe({ settings }) {
      const used = new Set(listStacks(settings).map(({ name }) => name));
      return listPossibleStacks(settings).map(async ({ name, region }) => {
        const stack = await findStack(name, region);
        if (stack === undefined) return [];
        if (used.has(name)) return checkStatus(stack, { name, region }, settings.stage);
        const message = `The settings no longer use the stack ${name}, and a deployment does not delete it.`;
        return warn(message, `After the next deployment, run: ${deleteCommand(stack, region)}`);
      });
    },
  },
  {
    // Somebody may change the throttles of the API during an incident. CloudFormation does not notice manual changes, and a deployment
    // restores only the settings that the template changes.
    name: 'API stage',
    async probe({ settings: { region }, stack }) {
      const name = (await stack())?.StackName;
      if (name === undefined) return [];
      const drift = await detectStageDrift(name, region);
      if (drift === undefined) return [];
      const { status, changes } = drift;
      if (status === 'IN_SYNC') return ok('The settings are the same as in the stack.');
      const isChanged = status === 'MODIFIED' || status === 'DELETED';
      if (!isChanged) return unknown('CloudFormation did not compare it.');
      return warn(`It differs from the stack: ${changes.join(', ') || status}.`, SET_AGAIN);
    },
  },
  {
    // A deployment to a new region would create a second, empty stage, and no command would find the first stage any more. The check
    // finds the other region by the stage's buckets, because only buckets can be listed for all regions in one call.
    name: 'region',
    isPrerequisite: true,
    async probe({ settings, stack }) {
      if (isCreated(await stack())) return [];
      const { name, region } = getMainStack(settings);
      return (await listBucketRegions(name, region)).map(async (other) => {
        if (!isCreated(await findStack(name, other))) return [];
        return fail(
          `The stage is deployed in ${other}, but its settings name ${region}: a deployment would create a second, empty stage.`,
          `Set region: '${other}' in infra/stages/${settings.stage}.ts. To move the stage, delete it there first.`,
        );
      });
    },
  },
  {
    // The resources that an earlier stack left have generated names, so a new stack creates new resources next to them.
    name: 'leftovers',
    isPrerequisite: true,
    remedy: () =>
      'If they hold data, read docs/recovery.md before you deploy. Otherwise delete them, as "Continue after a failed deployment" in docs/deploy.md says.',
    async probe({ settings, stack }) {
      const current = await stack();
      if (isCreated(current)) return [];
      const left = await listLeftResources(settings, current);
      if (left.length === 0) return ok('No earlier stack left anything.');
      return warn(`Earlier stacks left resources, which the new stack does not use: ${left.join(', ')}.`);
    },
  },
];

const SET_AGAIN =
  'Set the values of the stack again in the API Gateway console, or change ROUTE_LIMIT in infra/constructs/api.ts and deploy.';
const WAIT = "Wait until it ends: see the stack's events in the CloudFormation console.";
const CORRECT = "Correct the error in the stack's events.";

/** Says how to continue with a stack that a failure interrupted. CloudFormation refuses to update such a stack. */
function checkStatus(stack: Stack, { name, region }: StageStack, stage: string): Finding {
  const { StackStatus: status } = stack;
  // The state before the first deployment's change set is executed.
  if (status === 'REVIEW_IN_PROGRESS') return ok(`${name} is not created yet.`);
  if (status === 'ROLLBACK_COMPLETE' || status === 'ROLLBACK_FAILED') {
    const message = `The first deployment of ${name} failed; it serves nothing (${status}).`;
    const deploy = `npm run deploy -- --stage ${stage} (it deletes the stack and creates it again)`;
    return warn(message, `${CORRECT} Then run: ${deploy}`);
  }
  const rollBack = `Run: npx cdk rollback ${name} --context stage=${stage}`;
  const fixes: Partial<Record<StackStatus, string>> = {
    CREATE_FAILED: `Run: ${deleteCommand(stack, region)}`,
    DELETE_FAILED: `${CORRECT} Then run: ${deleteCommand(stack, region)}`,
    UPDATE_FAILED: rollBack,
    UPDATE_ROLLBACK_FAILED: `${CORRECT} ${rollBack}`,
    IMPORT_ROLLBACK_FAILED: `${CORRECT} ${rollBack}`,
  };
  const fix = status?.endsWith('_IN_PROGRESS') === true ? WAIT : status && fixes[status];
  const message = `${name} is in the state ${status}.`;
  return fix === undefined ? ok(message) : fail(message, fix);
}

/** CloudFormation does not delete a protected stack. */
function deleteCommand({ StackName, EnableTerminationProtection }: Stack, region: string): string {
  const which = `--stack-name ${StackName} --region ${region}`;
  const unprotect = `aws cloudformation update-termination-protection --no-enable-termination-protection ${which}, then `;
  return `${EnableTerminationProtection === true ? unprotect : ''}aws cloudformation delete-stack ${which}`;
}

/** Compares the stage of the API with the template of its stack. @returns undefined if the stack has no stage of the API. */
async function detectStageDrift(StackName: string, region: string) {
  const resources = await listResources(StackName, region);
  const stage = resources.find(({ ResourceType }) => ResourceType === 'AWS::ApiGatewayV2::Stage');
  if (stage === undefined) return undefined;
  const { StackResourceDrift: drift } = await createClient(CloudFormationClient, region).send(
    new DetectStackResourceDriftCommand({ StackName, LogicalResourceId: stage.LogicalResourceId }),
  );
  const changes = (drift?.PropertyDifferences ?? []).map(
    ({ PropertyPath, ActualValue }) => `${PropertyPath}: ${ActualValue}`,
  );
  return { status: drift?.StackResourceDriftStatus, changes };
}

/** Lists the resources that deleted stacks left. A failed first deployment also leaves resources, and each further attempt leaves more. */
async function listLeftResources(settings: StageSettings, current: Stack | undefined): Promise<string[]> {
  const failed = current?.StackId === undefined ? [] : [current.StackId];
  const stacks = [...failed, ...(await listDeletedStacks(settings))];
  const kept = await Promise.all(stacks.map((id) => listKeptResources(id, settings.region)));
  return kept.flat().map(({ type, physicalId }) => `${type} ${physicalId}`);
}

/** Lists the other regions with a bucket whose name begins like a stack's. */
async function listBucketRegions(stack: string, region: string): Promise<string[]> {
  const client = createClient(S3Client, region);
  const buckets = await collect(
    // Without a maximum, S3 does not return the regions.
    paginateListBuckets({ client, pageSize: 1_000 }, { Prefix: `${stack.toLowerCase()}-` }),
    ({ Buckets }) => Buckets,
  );
  const regions = new Set(buckets.flatMap(({ BucketRegion }) => BucketRegion ?? []));
  regions.delete(region);
  return [...regions];
}
