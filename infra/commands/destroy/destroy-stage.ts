import type { StageSettings } from '../../stages/settings.ts';
import { runCdk, type RunCdk } from '../cdk.ts';
import { EXIT, table, UsageError, type ExitCode, type Terminal } from '../command-line.ts';
import { stageArguments } from '../deploy/deploy-stage.ts';
import { inventoryOf, type Inventory } from './inventory.ts';

interface DestroyOptions {
  settings: StageSettings;
  dryRun: boolean;
  /** Also a stage that keeps its data. */
  force: boolean;
  /** The stage's name, typed with the command in place of an answer. */
  confirmed: string | undefined;
  /** Asks the operator for a line; undefined where there is nobody to ask. */
  ask: ((question: string) => Promise<string>) | undefined;
  terminal: Terminal;
  cdk?: RunCdk;
}

/**
 * Shows what of a stage would go and what would stay, asks for its name, and takes it down.
 * @throws UsageError where there is nobody to ask and the name was not given.
 */
export async function destroyStage(options: DestroyOptions): Promise<ExitCode> {
  const { settings, terminal, cdk = runCdk } = options;
  const { stage } = settings;
  const inventory = await inventoryOf(settings);
  if (inventory.stacks.length === 0) {
    terminal.say(`There is nothing of ${stage} in this account.`);
    return EXIT.ok;
  }
  show(inventory, terminal);
  const obstacle = obstacleOf(inventory, options);
  if (obstacle !== undefined) {
    terminal.warn(obstacle);
    return EXIT.trouble;
  }
  if (options.dryRun) {
    terminal.say('A dry run: nothing of this was done.');
    return EXIT.ok;
  }
  if (!(await isMeant(options))) {
    terminal.warn('Nothing was done.');
    return EXIT.trouble;
  }
  // The CLI's own question is answered: it was asked above, with more to read.
  if ((await cdk(['destroy', '--all', ...stageArguments(stage), '--force'])) !== 0) return EXIT.trouble;
  terminal.say(
    `${stage} is gone. In Stripe its webhook endpoint is left: delete it under Developers, Webhooks, or Stripe keeps trying.`,
  );
  return EXIT.ok;
}

function show({ stacks, holdings }: Inventory, terminal: Terminal): void {
  terminal.say(`Stacks: ${stacks.join(', ')}\n`);
  const rows = holdings
    .toSorted((one, other) => Number(other.stays) - Number(one.stays))
    .map(({ what, count, stays }) => [stays ? 'stays' : 'GOES', count, what]);
  terminal.say(`${table(['', 'how many', 'what'], rows)}\n`);
}

/** Why the stage cannot be taken down, and what would have to be done; undefined where it can. */
function obstacleOf(
  { protectedStacks, holdings }: Inventory,
  { settings, force }: DestroyOptions,
): string | undefined {
  const { stage } = settings;
  if (!force && (settings.keepData || holdings.some(({ stays }) => stays))) {
    return (
      `${stage} keeps its data. With --force the stack goes and what "stays" is left in the account, bare: ` +
      'docs/deploy.md, "Taking it down", says what that means.'
    );
  }
  if (protectedStacks.length > 0) {
    return `CloudFormation protects ${protectedStacks.join(', ')}: switch termination protection off in its console first.`;
  }
  return undefined;
}

async function isMeant({ settings: { stage }, confirmed, ask }: DestroyOptions): Promise<boolean> {
  if (confirmed !== undefined) return confirmed === stage;
  if (ask === undefined)
    throw new UsageError(`There is nobody to ask: --confirm ${stage} says that it is meant.`);
  return (await ask(`Type ${stage} to take it down: `)).trim() === stage;
}
