import { runCommand, stageOf } from './command-line.ts';
import { deployStage, diffStage } from './deploy/deploy-stage.ts';

const HELP = `npm run deploy -- --stage NAME [--dry-run] [--yes]

Builds the functions and the site and deploys a stage with the CDK, the first time and every time after. Looks first
whether there are AWS credentials and the CDK is bootstrapped; ends by saying where the site is and what is left to do.

  --stage NAME   dev or prod
  --dry-run      show what would change (cdk diff), and change nothing
  --yes          do not ask before permissions grow: for a machine that deploys
  --help         this text

Ends with 0 when it is deployed, 1 when it failed, 2 when it was called wrongly.`;

process.exitCode = await runCommand(
  {
    help: HELP,
    options: {
      stage: { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
    },
    run({ values }, terminal) {
      const settings = stageOf(values.stage);
      if (values['dry-run']) return diffStage({ settings, terminal });
      return deployStage({ settings, unattended: values.yes, terminal });
    },
  },
  process.argv.slice(2),
);
