import { runCommand, UsageError } from './command-line.ts';
import { auditCommand } from './credits/audit.ts';
import { EXITS_HELP } from './credits/cloud.ts';
import { grantCommand } from './credits/grant.ts';
import { showCommand } from './credits/show.ts';

const HELP = `npm run credits -- audit | show | grant

  audit   compares every balance with the ledger, and every generation with its rows
  show    one account: its balance, what moved it, how its generations went
  grant   gives credits, with a reason, or takes them to correct an earlier grant

npm run credits -- audit --help, and so on, says more.

${EXITS_HELP}`;

const [what, ...args] = process.argv.slice(2);
switch (what) {
  case 'audit':
    process.exitCode = await runCommand(auditCommand, args);
    break;
  case 'show':
    process.exitCode = await runCommand(showCommand, args);
    break;
  case 'grant':
    process.exitCode = await runCommand(grantCommand, args);
    break;
  default:
    process.exitCode = await runCommand(
      {
        help: HELP,
        options: {},
        takesWords: true,
        run() {
          throw new UsageError('What is to be done? audit, show or grant comes first.');
        },
      },
      process.argv.slice(2),
    );
}
