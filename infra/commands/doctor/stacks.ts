import {
  CloudFormationClient,
  DetectStackResourceDriftCommand,
  type Stack,
  type StackStatus,
} from '@aws-sdk/client-cloudformation';
import { paginateListBuckets, S3Client } from '@aws-sdk/client-s3';
import { getMainStack, listPossibleStacks, listStacks, type StageStack } from '../../stages/stacks.ts';
import { collect, createClient, findStack, isCreated, listResources } from '../aws.ts';
import { listDeletedStacks, listKeptResources } from '../kept-resources.ts';
import { fail, ok, unknown, warn, type Check, type CheckContext, type Finding } from './check.ts';

/** Checks that CloudFormation can change the stacks of the stage. A stack that does not exist has no finding. */
export const stacks: Check = {
  name: 'stacks',
  isPrerequisite: true,
  async probe({ settings }) {
    const used = listStacks(settings).map(({ name }) => name);
    const findings = await Promise.all(
      listPossibleStacks(settings).map(async ({ name, region }) => {
        const stack = await findStack(name, region);
        if (stack === undefined) return [];
        if (used.includes(name)) return [checkStatus(stack, { name, region }, settings.stage)];
        return warn(
          `The settings no longer use the stack ${name}, and a deployment does not delete it.`,
          `After the next deployment, run: ${unprotectCommand(stack, region)}${deleteCommand({ name, region })}`,
        );
      }),
    );
    return findings.flat();
  },
};

/** Reports how to continue with a stack that a failure interrupted. CloudFormation refuses to update such a stack. */
function checkStatus(deployed: Stack, stack: StageStack, stage: string): Finding {
  const { StackStatus: status } = deployed;
  const { name, region } = stack;
  const remove = `Run: ${unprotectCommand(deployed, region)}${deleteCommand(stack)}`;
  const message = `${name} is in the state ${status}.`;
  const rollBack = `Run: npx cdk rollback ${name} --context stage=${stage}`;
  const fixes: Partial<Record<StackStatus, string>> = {
    CREATE_FAILED: remove,
    DELETE_FAILED: `Correct the error in the stack's events. Then run: ${deleteCommand(stack)}`,
    UPDATE_FAILED: rollBack,
    UPDATE_ROLLBACK_FAILED: `Correct the error in the stack's events. ${rollBack}`,
    IMPORT_ROLLBACK_FAILED: `Correct the error in the stack's events. ${rollBack}`,
  };
  if (status === 'ROLLBACK_COMPLETE' || status === 'ROLLBACK_FAILED') {
    return warn(
      `The first deployment of ${name} failed; it serves nothing (${status}).`,
      `Correct the error in the stack's events. Then run: npm run deploy -- --stage ${stage} (it deletes the stack and creates it again)`,
    );
  }
  // The state before the first deployment's change set is executed.
  if (status === 'REVIEW_IN_PROGRESS') return ok(`${name} is not created yet.`);
  if (status?.endsWith('_IN_PROGRESS') === true) {
    return fail(message, "Wait until it ends: see the stack's events in the CloudFormation console.");
  }
  const fix = status === undefined ? undefined : fixes[status];
  return fix === undefined ? ok(message) : fail(message, fix);
}

/** CloudFormation does not delete a protected stack. */
function unprotectCommand({ StackName, EnableTerminationProtection }: Stack, region: string): string {
  if (EnableTerminationProtection !== true) return '';
  return `aws cloudformation update-termination-protection --no-enable-termination-protection --stack-name ${StackName} --region ${region}, then `;
}

function deleteCommand({ name, region }: StageStack): string {
  return `aws cloudformation delete-stack --stack-name ${name} --region ${region}`;
}

/**
 * Reports manual changes to the stage of the API, e.g. to its throttles during an incident. CloudFormation does not notice such
 * changes, and a deployment restores only the settings that the template changes.
 */
export const apiStage: Check = {
  name: 'API stage',
  async probe({ settings: { region }, stack }) {
    const StackName = (await stack())?.StackName;
    if (StackName === undefined) return [];
    const resources = await listResources(StackName, region);
    const { LogicalResourceId } = resources.find(({ ResourceType }) => ResourceType === STAGE) ?? {};
    if (LogicalResourceId === undefined) return [];
    const client = createClient(CloudFormationClient, region);
    const { StackResourceDrift: drift } = await client.send(
      new DetectStackResourceDriftCommand({ StackName, LogicalResourceId }),
    );
    const { StackResourceDriftStatus: status, PropertyDifferences = [] } = drift ?? {};
    if (status === 'IN_SYNC') return ok('The settings are the same as in the stack.');
    if (status !== 'MODIFIED' && status !== 'DELETED') return unknown('CloudFormation did not compare it.');
    const changes = PropertyDifferences.map(
      ({ PropertyPath, ActualValue }) => `${PropertyPath}: ${ActualValue}`,
    );
    return warn(
      `It differs from the stack: ${changes.join(', ') || status}.`,
      'Set the values of the stack again in the API Gateway console, or change the settings and deploy.',
    );
  },
};

const STAGE = 'AWS::ApiGatewayV2::Stage';

/**
 * Reports the resources that an earlier stack with the same name left in the account. These resources have generated names, so
 * a new stack creates new resources next to them.
 */
export const leftovers: Check = {
  name: 'leftovers',
  isPrerequisite: true,
  async probe(context) {
    const current = await context.stack();
    if (isCreated(current)) return [];
    const kept = await listLeftResources(context, current);
    if (kept.length === 0) return [ok('No earlier stack left anything.')];
    return [
      warn(
        `Earlier stacks left resources, which the new stack does not use: ${kept.join(', ')}.`,
        'If they hold data, read docs/recovery.md before you deploy. Otherwise delete them, as "Continue after a failed deployment" in docs/deploy.md says.',
      ),
    ];
  },
};

/** Lists the resources that deleted stacks left. A failed first deployment also leaves resources, and each further attempt leaves more. */
async function listLeftResources({ settings }: CheckContext, current: Stack | undefined): Promise<string[]> {
  const failed = current?.StackId === undefined ? [] : [current.StackId];
  const stacks = [...failed, ...(await listDeletedStacks(settings))];
  const kept = await Promise.all(stacks.map((id) => listKeptResources(id, settings.region)));
  return kept.flat().map(({ type, physicalId }) => `${type} ${physicalId}`);
}

/**
 * Checks that the stage is not in another region. A deployment to a new region would create a second, empty stage, and no
 * command would find the first stage any more. The check finds the other region by the stage's buckets, because only buckets
 * can be listed for all regions in one call.
 */
export const region: Check = {
  name: 'region',
  isPrerequisite: true,
  async probe({ settings, stack }) {
    if (isCreated(await stack())) return [];
    const { name } = getMainStack(settings);
    const others = await listBucketRegions(name, settings.region);
    const found = await Promise.all(
      others.map(async (other) => (isCreated(await findStack(name, other)) ? [other] : [])),
    );
    return found
      .flat()
      .map((other) =>
        fail(
          `The stage is deployed in ${other}, but its settings name ${settings.region}: a deployment would create a second, empty stage.`,
          `Set region: '${other}' in infra/stages/${settings.stage}.ts. To move the stage, delete it there first.`,
        ),
      );
  },
};

/** The other regions with a bucket whose name begins like a stack's. */
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
