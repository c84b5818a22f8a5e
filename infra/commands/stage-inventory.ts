import type { StageSettings } from '../stages/settings.ts';
import { listPossibleStacks, type StageStack } from '../stages/stacks.ts';
import { findStack, readResources, type DeployedResources } from './aws.ts';

/** The resources of one kind in a deployed stage. */
interface Holding {
  description: string;
  count: number;
  /** Whether CloudFormation keeps them when it deletes the stack. */
  isKept: boolean;
}

export interface Inventory {
  /** The deployed stacks, also those that the current settings no longer use. */
  stacks: StageStack[];
  /** The stacks with termination protection. */
  protectedStacks: string[];
  holdings: Holding[];
}

/** Resource types with data that a deployment cannot restore. */
const DATA_TYPES: Readonly<Record<string, string>> = {
  'AWS::DynamoDB::Table': 'tables: users, credits, purchases, the list of thumbnails',
  'AWS::S3::Bucket': 'buckets: images, the site',
  'AWS::Cognito::UserPool': 'user pools: accounts and passwords',
  'AWS::SecretsManager::Secret': "secrets: Stripe's keys",
  'AWS::Logs::LogGroup': 'log groups',
};

/** Counts a stage's resources in its deployed templates, which may differ from the current code. */
export async function readInventory(settings: StageSettings): Promise<Inventory> {
  const inventory: Inventory = { stacks: [], protectedStacks: [], holdings: [] };
  for (const { name, region } of listPossibleStacks(settings)) {
    const stack = await findStack(name, region);
    if (stack === undefined) continue;
    inventory.stacks.push({ name, region });
    if (stack.EnableTerminationProtection === true) inventory.protectedStacks.push(name);
    addHoldings(await readResources(name, region), inventory.holdings);
  }
  return inventory;
}

function addHoldings(resources: DeployedResources, holdings: Holding[]): void {
  for (const { Type, DeletionPolicy = 'Delete' } of Object.values(resources)) {
    const description = DATA_TYPES[Type] ?? 'all other resources: functions, API, distribution, roles';
    const isKept = DeletionPolicy.startsWith('Retain');
    const known = holdings.find(
      (holding) => holding.description === description && holding.isKept === isKept,
    );
    if (known === undefined) holdings.push({ description, count: 1, isKept });
    else known.count += 1;
  }
}
