import { CloudFormationClient, paginateListStacks } from '@aws-sdk/client-cloudformation';
import type { StageSettings } from '../stages/settings.ts';
import { getMainStack } from '../stages/stacks.ts';
import { collect, createClient, listResources } from './aws.ts';

/** A resource that CloudFormation kept when it deleted or rolled back its stack. It may have been deleted since. */
export interface KeptResource {
  type: string;
  logicalId: string;
  physicalId: string;
}

/** @param stack its id: a name leads only to a stack that exists. @throws the SDK's errors. */
export async function listKeptResources(stack: string, region: string): Promise<KeptResource[]> {
  const resources = await listResources(stack, region);
  return resources
    .filter(({ ResourceStatus }) => ResourceStatus === 'DELETE_SKIPPED')
    .map(({ ResourceType: type = '', LogicalResourceId: logicalId = '', PhysicalResourceId = '' }) => ({
      type,
      logicalId,
      physicalId: PhysicalResourceId,
    }));
}

/** The ids of the deleted main stacks of a stage, the newest first. CloudFormation remembers them for 90 days. */
export async function listDeletedStacks(settings: StageSettings): Promise<string[]> {
  const { name, region } = getMainStack(settings);
  const client = createClient(CloudFormationClient, region);
  const pages = paginateListStacks({ client }, { StackStatusFilter: ['DELETE_COMPLETE'] });
  const deleted = await collect(pages, ({ StackSummaries }) => StackSummaries);
  return deleted.flatMap(({ StackName, StackId }) =>
    StackName === name && StackId !== undefined ? [StackId] : [],
  );
}
