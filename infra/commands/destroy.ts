import { createInterface } from 'node:readline/promises';
import { runCommand, stageOf } from './command-line.ts';
import { destroyStage } from './destroy/destroy-stage.ts';

const HELP = `npm run destroy -- --stage NAME [--dry-run] [--force] [--confirm NAME]

Takes a stage down with the CDK. Shows first what would go and what would stay, and asks for the stage's name. Refuses a
stage that keeps its data (keepData in its settings).

  --stage NAME     dev or prod
  --dry-run        show what would go, and do nothing
  --force          also a stage that keeps its data: its tables, pictures and users stay in the account
  --confirm NAME   the stage's name once more, in place of the question: for scripts
  --help           this text

Ends with 0 when it is gone, 1 when it is not, 2 when it was called wrongly.`;

process.exitCode = await runCommand(
  {
    help: HELP,
    options: {
      stage: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
      force: { type: 'boolean', default: false },
      confirm: { type: 'string' },
    },
    run: ({ values }, terminal) =>
      destroyStage({
        settings: stageOf(values.stage),
        dryRun: values['dry-run'],
        force: values.force,
        confirmed: values.confirm,
        ask: process.stdin.isTTY ? ask : undefined,
        terminal,
      }),
  },
  process.argv.slice(2),
);

async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await terminal.question(question);
  } finally {
    terminal.close();
  }
}
