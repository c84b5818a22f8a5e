import { createInterface } from 'node:readline/promises';
import type { StageSettings } from '../stages/settings.ts';
import { listPossibleStacks, listStacks, type StageStack } from '../stages/stacks.ts';
import { deleteStack, type DeployedResources, findCaller, findStack, readResources } from './aws.ts';
import { runCdk, selectStacks, type RunCdk } from './cdk.ts';
import {
  defineCommand,
  EXIT,
  flag,
  requireStage,
  STAGE_OPTION,
  text,
  UsageError,
  type ExitCode,
  type Terminal,
} from './command-line.ts';
import { formatTable } from './table.ts';

export const destroyCommand = defineCommand({
  usage: 'npm run destroy -- --stage NAME [--dry-run] [--force] [--confirm NAME]',
  description: `Deletes a stage with the CDK. First lists what would be deleted and what would be kept, and asks for the stage's name.
Refuses a stage that keeps its data (keepData in its settings).`,
  options: {
    ...STAGE_OPTION,
    'dry-run': flag('list what would be deleted, and delete nothing'),
    force: flag(
      'also delete the stack of a stage that keeps its data: its tables, images and users stay in the account',
    ),
    confirm: text('NAME', "the stage's name again, instead of the question; for scripts"),
  },
  exitCodes: '0 deleted, 1 not deleted, 2 wrong usage',
  run: (values, terminal) =>
    destroyStage({
      settings: requireStage(values.stage),
      dryRun: values['dry-run'],
      force: values.force,
      confirmation: values.confirm,
      ask: process.stdin.isTTY ? askInTerminal : undefined,
      terminal,
    }),
});

/** Asks the operator for a line. */
export async function askInTerminal(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
}

interface DestroyOptions {
  settings: StageSettings;
  dryRun: boolean;
  /** Also deletes the stack of a stage that keeps its data. */
  force: boolean;
  /** The stage's name from the command line, instead of an answer. */
  confirmation: string | undefined;
  /** Asks the operator for a line; undefined without an interactive terminal. */
  ask: ((question: string) => Promise<string>) | undefined;
  terminal: Terminal;
  cdk?: RunCdk;
}

/**
 * Lists what of a stage would be deleted and kept, asks for the stage's name, and deletes the stage.
 * @throws UsageError without both a confirmation and an interactive terminal.
 */
export async function destroyStage(options: DestroyOptions): Promise<ExitCode> {
  const { settings, terminal, cdk = runCdk } = options;
  const { stage } = settings;
  const inventory = await readInventory(settings);
  if (inventory.stacks.length === 0) {
    terminal.print(`The stage ${stage} is not deployed in this account.`);
    return EXIT.ok;
  }
  const { account } = await findCaller(settings.region);
  terminal.print(`Account ${account}, ${settings.region}`);
  printInventory(inventory, terminal);
  const obstacle = findObstacle(inventory, options);
  if (obstacle !== undefined) {
    terminal.warn(obstacle);
    return EXIT.failure;
  }
  if (options.dryRun) {
    terminal.print('Dry run: nothing was changed.');
    return EXIT.ok;
  }
  if (!(await isConfirmed(options))) {
    terminal.warn('The name does not match. Nothing was deleted.');
    return EXIT.failure;
  }
  // --force skips the CLI's own question.
  if ((await cdk(['destroy', ...selectStacks(settings), '--force'])) !== 0) return EXIT.failure;
  // The CDK app contains only the stacks of the current settings.
  const used = listStacks(settings).map(({ name }) => name);
  for (const stack of inventory.stacks.filter(({ name }) => !used.includes(name))) await deleteStack(stack);
  terminal.print(
    `${stage} is deleted. Delete its webhook endpoint in Stripe too (Developers, Webhooks): Stripe keeps sending events to it.`,
  );
  return EXIT.ok;
}

/** The resources of one kind in a deployed stage. */
interface Holding {
  description: string;
  count: number;
  /** True if CloudFormation keeps the resources when it deletes the stack. */
  isKept: boolean;
}

interface Inventory {
  /** The deployed stacks, also those that the current settings no longer use. */
  stacks: StageStack[];
  /** The stacks with termination protection. */
  protectedStacks: string[];
  holdings: Holding[];
}

/** Resource types with data that a deployment cannot restore. */
const DATA_TYPES: Readonly<Record<string, string>> = {
  'AWS::DynamoDB::GlobalTable': 'tables: users, credits, purchases, the list of thumbnails',
  'AWS::S3::Bucket': 'buckets: images, the site',
  'AWS::Cognito::UserPool': 'user pools: accounts and passwords',
  'AWS::SecretsManager::Secret': "secrets: Stripe's keys",
  'AWS::Logs::LogGroup': 'log groups',
};

/** Counts a stage's resources in its deployed templates, which may differ from the current code. */
async function readInventory(settings: StageSettings): Promise<Inventory> {
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

function printInventory({ stacks, holdings }: Inventory, terminal: Terminal): void {
  terminal.print(`Stacks: ${stacks.map(({ name }) => name).join(', ')}\n`);
  const rows = holdings
    .toSorted((one, other) => Number(other.isKept) - Number(one.isKept))
    .map(({ description, count, isKept }) => [isKept ? 'kept' : 'DELETED', count, description]);
  terminal.print(`${formatTable(['', 'count', 'resources'], rows)}\n`);
}

/** Why the stage cannot be deleted; undefined if it can. */
function findObstacle(
  { protectedStacks, holdings }: Inventory,
  { settings, force }: DestroyOptions,
): string | undefined {
  const { stage } = settings;
  if (!force && (settings.keepData || holdings.some(({ isKept }) => isKept))) {
    return (
      `${stage} keeps its data. With --force the stack is deleted, and the kept resources stay in the account. ` +
      'Read "Delete a stage" in docs/deploy.md first.'
    );
  }
  if (protectedStacks.length > 0) {
    return `Termination protection is on for ${protectedStacks.join(', ')}. Switch it off in the CloudFormation console first.`;
  }
  return undefined;
}

/**
 * Asks for the name of the stage. @param action what the command does to it.
 * @throws UsageError without both a confirmation and an interactive terminal.
 */
export async function isConfirmed(
  { settings: { stage }, confirmation, ask }: Pick<DestroyOptions, 'settings' | 'confirmation' | 'ask'>,
  action = 'delete it',
): Promise<boolean> {
  if (confirmation !== undefined) return confirmation === stage;
  if (ask === undefined) throw new UsageError(`Without a terminal, confirm with --confirm ${stage}.`);
  return (await ask(`Type ${stage} to ${action}: `)).trim() === stage;
}
