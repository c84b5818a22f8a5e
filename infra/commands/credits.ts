import {
  runCommand,
  UsageError,
  type Command,
  type ExitCode,
  type Options,
  type Terminal,
} from './command-line.ts';
import { auditCommand } from './credits/audit.ts';
import { EXIT_CODES } from './credits/connect.ts';
import { grantCommand } from './credits/grant.ts';
import { showCommand } from './credits/show.ts';
import { releaseCommand, resumeCommand, suspendCommand } from './credits/suspend.ts';

const HELP = `npm run credits -- audit | show | grant | suspend | resume | release

  audit    compares every balance with the ledger, and every generation with its ledger entries
  show     shows one account: balance, generations and ledger
  grant    adds credits with a reason, or removes credits to correct an earlier grant
  suspend  prevents an account from generating and buying
  resume   ends a suspension
  release  lets an account buy again that is blocked by other accounts of its mailbox

Run npm run credits -- audit --help for the options of audit, and likewise for the others.

Exit code: ${EXIT_CODES}.`;

const runWith =
  <O extends Options>(command: Command<O>) =>
  (args: string[], terminal?: Terminal): Promise<ExitCode> =>
    runCommand(command, args, terminal);

const SUBCOMMANDS = new Map([
  ['audit', runWith(auditCommand)],
  ['show', runWith(showCommand)],
  ['grant', runWith(grantCommand)],
  ['suspend', runWith(suspendCommand)],
  ['resume', runWith(resumeCommand)],
  ['release', runWith(releaseCommand)],
]);

/** Runs the subcommand that the first argument names. */
export function runCredits(args: string[], terminal?: Terminal): Promise<ExitCode> {
  const [name = '', ...rest] = args;
  const run = SUBCOMMANDS.get(name);
  if (run !== undefined) return run(rest, terminal);
  const help = args.filter((argument) => argument === '--help');
  return runCommand({ help: HELP, options: {}, run: rejectUsage }, help, terminal);
}

function rejectUsage(): never {
  throw new UsageError('The first argument must be audit, show, grant, suspend, resume or release.');
}
