import { runCommand, stageOf } from './command-line.ts';
import { doctorStage } from './doctor/doctor-stage.ts';

const HELP = `npm run doctor -- --stage NAME

Looks at everything a stage needs, and says how to set right what is not: credentials, regions, the CDK's bootstrap,
Lambda concurrency, each model's life, access and quota, Marketplace, Stripe's key, prices and webhook, mail, the
certificate, the site, alarms. Changes nothing. Needs AWS credentials; says which permission a check misses.

  --stage NAME   dev or prod
  --help         this text

Ends with 0 when nothing fails (warnings may wait), 1 when something does, 2 when it was called wrongly.`;

process.exitCode = await runCommand(
  {
    help: HELP,
    options: { stage: { type: 'string' } },
    run: ({ values }, terminal) => doctorStage(stageOf(values.stage), terminal),
  },
  process.argv.slice(2),
);
