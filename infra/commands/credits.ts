import { runCommand, UsageError, type ExitCode, type Terminal } from './command-line.ts';
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

/** Runs the subcommand that the first argument names. */
export function runCredits(args: string[], terminal?: Terminal): Promise<ExitCode> {
  const [name, ...rest] = args;
  switch (name) {
    case 'audit':
      return runCommand(auditCommand, rest, terminal);
    case 'show':
      return runCommand(showCommand, rest, terminal);
    case 'grant':
      return runCommand(grantCommand, rest, terminal);
    case 'suspend':
      return runCommand(suspendCommand, rest, terminal);
    case 'resume':
      return runCommand(resumeCommand, rest, terminal);
    case 'release':
      return runCommand(releaseCommand, rest, terminal);
    default:
      return runCommand(
        { help: HELP, options: {}, run: rejectUsage },
        args.filter((argument) => argument === '--help'),
        terminal,
      );
  }
}

function rejectUsage(): never {
  throw new UsageError('The first argument must be audit, show, grant, suspend, resume or release.');
}
