import { S3Client } from '@aws-sdk/client-s3';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from './aws.ts';
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
import { makeCopies, nameCopies } from './restore/copies.ts';
import { takeLock } from './restore/lock.ts';
import { rehearse } from './restore/rehearse.ts';
import { restoreImages } from './restore/restore-images.ts';
import { planStage, restoreStage } from './restore/restore-stage.ts';
import { connectTarget, type Target } from './restore/target.ts';
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
    resume: flag('continue an interrupted restoration, or start the functions if no row was written'),
    force: flag('start the functions although a payment or an account is wrong'),
    rehearse: flag('with --stage local: damage the rows of the embedded cloud, and restore them'),
  },
  exitCodes: '0 restored, 1 failed or incomplete, 2 wrong usage',
  async run(values, terminal) {
    const action = selectAction(values);
    if (action === 'rehearse') return rehearse(terminal);
    const settings = requireStage(values.stage);
    const { region } = settings;
    const { 'dry-run': dryRun, force } = values;
    const to = action === 'to' ? requireReachable(parseTime('--to', values.to)) : undefined;
    if (to !== undefined) {
      const confirmation = dryRun ? settings.stage : values.confirm;
      const ask = process.stdin.isTTY ? askInTerminal : undefined;
      if (!(await isConfirmed({ settings, confirmation, ask }, 'stop it, and restore its rows'))) {
        terminal.warn('The name does not match. Nothing was changed.');
        return EXIT.failure;
      }
    }
    const target = await connectTarget(settings);
    if (action !== 'images') return restoreTo({ target, region, to, dryRun, force, terminal });
    const { dynamodb, find } = target;
    const { restored, lost } = await restoreImages({
      s3: createClient(S3Client, region),
      dynamodb,
      bucket: find('ImagesBucket'),
      thumbnails: find('DataThumbnails'),
      dryRun,
    });
    terminal.print(`${restored} images ${dryRun ? 'can come back' : 'came back'}, ${lost} are lost.`);
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

/** Stripe lists the events of 30 days, and the operator has a day to run the replay. In ms. */
const LISTED_MS = 29 * 24 * 60 * 60_000;

interface RestoreOptions {
  target: Target;
  region: string;
  /** The time to return to. @default continues an earlier run */
  to: Date | undefined;
  dryRun: boolean;
  /** Starts the functions although a payment or an account is wrong. */
  force: boolean;
  terminal: Terminal;
  /** Waits for a number of milliseconds. @default the timer */
  wait?: (ms: number) => Promise<unknown>;
}

/** Copies the tables, restores the stage, and says what remains to do. @throws the SDK's errors. */
export async function restoreTo({
  region,
  to,
  dryRun,
  force,
  ...options
}: RestoreOptions): Promise<ExitCode> {
  const { target, terminal, wait = sleep } = options;
  const printDeletion = (time: Date) => {
    const commands = Object.values(nameCopies(target, time)).map(
      ({ copy }) => `  aws dynamodb delete-table --region ${region} --table-name ${copy}`,
    );
    terminal.print(['Delete the copies at the end. They hold personal data:', ...commands].join('\n'));
  };
  if (to !== undefined) {
    terminal.print(`Making copies of the tables as of ${to.toISOString()}. This can take hours.`);
    await makeCopies(target.dynamodb, nameCopies(target, to), to, wait);
    if (dryRun) {
      const exitCode = await planStage({ ...options, tables: nameCopies(target, to) });
      printDeletion(to);
      return exitCode;
    }
  }
  const lock = await takeLock(target, to?.toISOString());
  const isResumed = to === undefined;
  const isRestored = !isResumed || lock.phase !== 'stopping';
  const tables = nameCopies(target, new Date(lock.to));
  const exitCode = await restoreStage({ ...options, lock, tables, isResumed, ignoresFindings: force });
  if (exitCode === EXIT.ok && isRestored) {
    const since = new Date(Date.now() - LISTED_MS).toISOString();
    terminal.print(
      `Next, run: npm run restore -- --stage ${target.stage} --images
and, for payments that were booked late: npm run stripe:replay -- --stage ${target.stage} --since ${since}`,
    );
    printDeletion(new Date(lock.to));
  }
  return exitCode;
}
