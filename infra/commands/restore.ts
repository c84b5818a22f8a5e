import {
  DescribeTableCommand,
  RestoreTableToPointInTimeCommand,
  TableAlreadyExistsException,
  type DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, undefinedOnError } from './aws.ts';
import {
  defineCommand,
  EXIT,
  flag,
  parseTime,
  requireStage,
  text,
  UsageError,
  type ExitCode,
  type Terminal,
} from './command-line.ts';
import { askInTerminal, isConfirmed } from './destroy.ts';
import { rehearse } from './restore/rehearse.ts';
import { restoreImages } from './restore/restore-images.ts';
import { RESTORED_TABLES, type TablePairs } from './restore/restore-rows.ts';
import { planStage, restoreStage, resumeStage } from './restore/restore-stage.ts';
import { connectTarget, findTables, type Target } from './restore/target.ts';
import { SITE_OPTION } from './stage-access.ts';

/** The actions of the command. Exactly one is given. */
const ACTIONS = ['to', 'images', 'resume', 'rehearse'] as const;
type Action = (typeof ACTIONS)[number];

/** The options that change an action. */
const MODIFIERS: Readonly<Record<'dry-run' | 'confirm' | 'force', readonly Action[]>> = {
  'dry-run': ['to', 'images'],
  confirm: ['to'],
  force: ['resume'],
};

export const restoreCommand = defineCommand({
  usage:
    'npm run restore -- --stage NAME --to TIME [--dry-run] [--confirm NAME] | --images [--dry-run] | --resume [--force] | --rehearse',
  description: `Makes accounts, credits, purchases and thumbnails of a stage as they were at a time of the last 26 days, without what must
not be undone, such as deletions. DynamoDB first makes a copy of each table, which can take hours. Then all functions of the stage
are stopped, the rows are written, the payments since that time are booked again, and the credits are audited. The functions start
only if nothing is wrong. With --images, brings deleted images back that thumbnails still have; S3 keeps them for seven days.
docs/recovery.md has the whole procedure.`,
  options: {
    ...SITE_OPTION,
    to: text('TIME', 'the time to return to, e.g. 2026-11-24T09:00:00Z'),
    'dry-run': flag('make the copies and count what would change, but change nothing of the stage'),
    confirm: text('NAME', "the stage's name again, instead of the question; for scripts"),
    images: flag('bring deleted images back, while the site is available'),
    resume: flag('book the payments, audit the credits and start the functions, when the rows are written'),
    force: flag('start the functions although a payment or an account is wrong'),
    rehearse: flag('with --stage local: damage the rows of the embedded cloud, and restore them'),
  },
  exitCodes: '0 restored, 1 failed or incomplete, 2 wrong usage',
  async run(values, terminal) {
    const action = selectAction(values);
    if (action === 'rehearse') return rehearse(terminal);
    const settings = requireStage(values.stage);
    if (action === 'to') {
      const to = requireReachable(parseTime('--to', values.to));
      const confirmation = values['dry-run'] ? settings.stage : values.confirm;
      const ask = process.stdin.isTTY ? askInTerminal : undefined;
      const question = 'stop it, and restore its rows';
      if (!(await isConfirmed({ settings, confirmation, ask }, question))) {
        terminal.warn('The name does not match. Nothing was changed.');
        return EXIT.failure;
      }
      const target = await connectTarget(settings);
      return restoreTo({ target, region: settings.region, to, dryRun: values['dry-run'], terminal });
    }
    const target = await connectTarget(settings);
    if (action === 'resume') return resumeStage(target, values.force, terminal);
    const { dynamodb, find } = target;
    const { restored, lost } = await restoreImages({
      s3: createClient(S3Client, settings.region),
      dynamodb,
      bucket: find('ImagesBucket'),
      thumbnails: find('DataThumbnails'),
      dryRun: values['dry-run'],
    });
    terminal.print(
      `${restored} images ${values['dry-run'] ? 'can come back' : 'came back'}, ${lost} are lost.`,
    );
    return lost === 0 ? EXIT.ok : EXIT.failure;
  },
});

type Values = Partial<Readonly<Record<Action | keyof typeof MODIFIERS | 'stage', string | boolean>>>;

/** @throws UsageError for options that do not belong together. */
function selectAction(values: Values): Action {
  const [action, ...others] = ACTIONS.filter((name) => Boolean(values[name]));
  if (action === undefined || others.length > 0) {
    throw new UsageError(`Exactly one of ${ACTIONS.map((name) => `--${name}`).join(', ')} is required.`);
  }
  for (const [name, actions] of Object.entries(MODIFIERS)) {
    if (Boolean(values[name as keyof typeof MODIFIERS]) && !actions.includes(action))
      throw new UsageError(`--${name} cannot be used with --${action}.`);
  }
  if ((action === 'rehearse') !== (values.stage === 'local')) {
    throw new UsageError('--rehearse needs --stage local, and --stage local needs --rehearse.');
  }
  return action;
}

/** Stripe lists the events of 30 days. The replay begins three days earlier, and the copies may take a day. In ms. */
const REACH_MS = 26 * 24 * 60 * 60_000;

function requireReachable(to: Date): Date {
  if (Date.now() - to.getTime() <= REACH_MS) return to;
  throw new UsageError('--to must be at most 26 days ago: Stripe could not say what was paid since.');
}

interface RestoreOptions {
  target: Target;
  region: string;
  to: Date;
  dryRun: boolean;
  terminal: Terminal;
  /** Waits for a number of milliseconds. @default the timer */
  wait?: (ms: number) => Promise<unknown>;
}

/** Copies the tables, restores the stage, and says what remains to do. @throws the SDK's errors. */
export async function restoreTo({ region, dryRun, ...options }: RestoreOptions): Promise<ExitCode> {
  const { target, to, terminal, wait = sleep } = options;
  const tables = nameCopies(target, to);
  terminal.print(`Making copies of the tables as of ${to.toISOString()}. This can take hours.`);
  await Promise.all(Object.values(tables).map((pair) => makeCopy(target.dynamodb, pair, to, wait)));
  if (dryRun) return planStage({ ...options, tables });
  const exitCode = await restoreStage({ ...options, tables });
  if (exitCode !== EXIT.ok) return exitCode;
  const deletions = Object.values(tables).map(
    ({ copy }) => `  aws dynamodb delete-table --region ${region} --table-name ${copy}`,
  );
  const images = `Next, run: npm run restore -- --stage ${target.stage} --images`;
  terminal.print([images, 'Then delete the copies, which hold personal data:', ...deletions].join('\n'));
  return EXIT.ok;
}

/** @returns each table of the stage with the name of its copy, which is the same in every run for the same time. */
function nameCopies({ find }: Target, to: Date): TablePairs {
  const suffix = to.toISOString().replace(/\D/g, '').slice(0, 14);
  const names = findTables(find);
  const pairs = RESTORED_TABLES.map((table) => [
    table,
    { current: names[table], copy: `${names[table]}-${suffix}` },
  ]);
  return Object.fromEntries(pairs) as TablePairs;
}

/** Between two looks at a copy, in ms. */
const COPY_PAUSE_MS = 20_000;
/** AWS names no limit: a large table takes hours. In ms. */
const COPY_TIMEOUT_MS = 24 * 60 * 60_000;

/** The copy has no indexes, which makes it faster. It may exist from an earlier run. @throws the SDK's errors. */
async function makeCopy(
  client: DynamoDBClient,
  { current, copy }: TablePairs['users'],
  to: Date,
  wait: (ms: number) => Promise<unknown>,
): Promise<void> {
  try {
    await client.send(
      new RestoreTableToPointInTimeCommand({
        SourceTableName: current,
        TargetTableName: copy,
        RestoreDateTime: to,
        GlobalSecondaryIndexOverride: [],
      }),
    );
  } catch (error) {
    if (!(error instanceof TableAlreadyExistsException)) throw error;
  }
  // The SDK's waiter would take every error, also of expired credentials, for a copy that is not ready.
  for (let waited = 0; waited < COPY_TIMEOUT_MS; waited += COPY_PAUSE_MS) {
    // A new table is not found at once.
    const description = client.send(new DescribeTableCommand({ TableName: copy }));
    const found = await undefinedOnError(['ResourceNotFoundException'], description);
    const status = found?.Table?.TableStatus ?? 'CREATING';
    if (status === 'ACTIVE') return;
    if (status !== 'CREATING') throw new Error(`The copy ${copy} is ${status}.`);
    await wait(COPY_PAUSE_MS);
  }
  throw new Error(`The copy ${copy} is not complete after a day.`);
}
