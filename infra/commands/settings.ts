import { describeSettings, type DescribedSetting } from '../stages/describe.ts';
import { EXIT, runCommand, stageOf, table } from './command-line.ts';

const HELP = `npm run settings -- --stage NAME

Prints every setting of a stage as a deployment would take it: its value, who says so (the default, the stage's file in
infra/stages, or prices.json there) and what it means. Needs no credentials, and changes nothing.

  --stage NAME   dev or prod
  --help         this text

Ends with 0, or 2 when it was called wrongly or the settings are wrong.`;

process.exitCode = await runCommand(
  {
    help: HELP,
    options: { stage: { type: 'string' } },
    run({ values }, terminal) {
      const { stage } = stageOf(values.stage);
      terminal.say(table(['setting', 'value', 'from', 'meaning'], describeSettings(stage).map(row)));
      return EXIT.ok;
    },
  },
  process.argv.slice(2),
);

function row({ path, value, source, meaning }: DescribedSetting): string[] {
  return [path, shown(value), source, meaning];
}

/** A text as it is; what is off as a dash. */
function shown(value: unknown): string {
  if (value === undefined) return '-';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
