import { CloudFormationClient, GetTemplateCommand } from '@aws-sdk/client-cloudformation';
import { z } from 'zod';
import type { StageSettings } from '../../stages/settings.ts';
import { clientSettings } from '../aws/client-settings.ts';
import { stacksOf } from '../aws/stage-stacks.ts';
import { findStack } from '../aws/stacks.ts';

/** One kind of thing in a deployed stage. */
export interface Holding {
  what: string;
  count: number;
  /** Whether CloudFormation leaves it in the account. */
  stays: boolean;
}

export interface Inventory {
  /** Stacks that are deployed. */
  stacks: string[];
  /** Those of them that CloudFormation refuses to delete. */
  protectedStacks: string[];
  holdings: Holding[];
}

/** Types that hold what cannot be made anew by a deployment, in words. */
const KEEPERS: Readonly<Record<string, string>> = {
  'AWS::DynamoDB::Table': 'tables: users, credits, purchases, the list of thumbnails',
  'AWS::S3::Bucket': 'buckets: pictures, the site',
  'AWS::Cognito::UserPool': 'user pools: who may sign in',
  'AWS::SecretsManager::Secret': "secrets: Stripe's keys",
  'AWS::Logs::LogGroup': 'log groups',
};

const templateSchema = z.object({
  Resources: z.record(z.string(), z.object({ Type: z.string(), DeletionPolicy: z.string().optional() })),
});

/** What a stage has in the account, by the templates that it was deployed with. */
export async function inventoryOf(settings: StageSettings): Promise<Inventory> {
  const inventory: Inventory = { stacks: [], protectedStacks: [], holdings: [] };
  for (const { name, region } of stacksOf(settings)) {
    const stack = await findStack(name, region);
    if (stack === undefined) continue;
    inventory.stacks.push(name);
    if (stack.EnableTerminationProtection === true) inventory.protectedStacks.push(name);
    const cloudformation = new CloudFormationClient(clientSettings(region));
    const { TemplateBody = '' } = await cloudformation.send(new GetTemplateCommand({ StackName: name }));
    add(templateSchema.parse(JSON.parse(TemplateBody)).Resources, inventory.holdings);
  }
  return inventory;
}

function add(resources: z.output<typeof templateSchema>['Resources'], holdings: Holding[]): void {
  for (const { Type, DeletionPolicy = 'Delete' } of Object.values(resources)) {
    const what = KEEPERS[Type] ?? 'everything else: functions, API, distribution, roles';
    const stays = DeletionPolicy.startsWith('Retain');
    const known = holdings.find((holding) => holding.what === what && holding.stays === stays);
    if (known === undefined) holdings.push({ what, count: 1, stays });
    else known.count += 1;
  }
}
