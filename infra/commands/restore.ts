import {
  DynamoDBClient,
  RestoreTableToPointInTimeCommand,
  TableAlreadyExistsException,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import type { StackResourceSummary } from '@aws-sdk/client-cloudformation';
import { S3Client } from '@aws-sdk/client-s3';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StageSettings } from '../stages/settings.ts';
import { getMainStack } from '../stages/stacks.ts';
import { createClient, listResources } from './aws.ts';
import {
  defineCommand,
  EXIT,
  flag,
  formatTable,
  requireStage,
  STAGE_OPTION,
  parseTime,
  text,
  type ExitCode,
  type Terminal,
} from './command-line.ts';
import { pauseFunctions, resumeFunctions } from './restore/pause.ts';
import { restoreImages } from './restore/restore-images.ts';
import { RESTORED_TABLES, restoreRows, type RestoredTable, type TablePair } from './restore/restore-rows.ts';

export const restoreCommand = defineCommand({
  usage: 'npm run restore -- --stage NAME --to TIME [--dry-run] | --images [--dry-run] | --resume',
  description: `Makes accounts, ledger, purchases and thumbnails of a stage as they were at a time of the last 35 days. DynamoDB first
makes a copy of each table as of this second, which can take hours. Then all functions of the stage are stopped, the rows that
differ are written back into the tables, and the functions start again. With --images, brings deleted images back that thumbnails
still have; S3 keeps them for seven days. docs/recovery.md has the whole procedure.`,
  options: {
    ...STAGE_OPTION,
    to: text('TIME', 'the time to return to, e.g. 2026-11-24T09:00:00Z'),
    'dry-run': flag('make the copies and count what would change, but change nothing of the stage'),
    images: flag('bring deleted images back, while the site is available'),
    resume: flag('only start the functions again, after an interrupted run'),
  },
  exitCodes: '0 restored, 1 failed or incomplete, 2 wrong usage',
  async run(values, terminal) {
    const settings = requireStage(values.stage);
    if (values.resume) {
      await resumeFunctions(getMainStack(settings));
      terminal.print('All functions are started.');
      return EXIT.ok;
    }
    if (values.images) return restoreImagesOfStage(settings, values['dry-run'], terminal);
    return restoreStage({ settings, to: parseTime('--to', values.to), dryRun: values['dry-run'], terminal });
  },
});

/** @throws Error if the stage is not deployed; the SDK's errors. */
async function restoreImagesOfStage(
  settings: StageSettings,
  dryRun: boolean,
  terminal: Terminal,
): Promise<ExitCode> {
  const { name, region } = getMainStack(settings);
  const find = createFinder(name, await listResources(name, region));
  const { restored, lost } = await restoreImages({
    s3: createClient(S3Client, region),
    dynamodb: createClient(DynamoDBClient, region),
    bucket: find('ImagesBucket'),
    thumbnails: find('DataThumbnails'),
    dryRun,
  });
  terminal.print(`${restored} images ${dryRun ? 'can come back' : 'came back'}, ${lost} are lost.`);
  return lost === 0 ? EXIT.ok : EXIT.failure;
}

interface RestoreOptions {
  settings: StageSettings;
  to: Date;
  dryRun: boolean;
  terminal: Terminal;
  /** Waits for a number of milliseconds. @default the timer */
  wait?: (ms: number) => Promise<unknown>;
}

/**
 * Stops the functions before the first write, and starts them only when every row is restored: a balance without its
 * ledger entries must not be spent.
 * @throws Error if the stage is not deployed; the SDK's errors.
 */
export async function restoreStage(options: RestoreOptions): Promise<ExitCode> {
  const { settings, to, dryRun, terminal, wait = sleep } = options;
  const stack = getMainStack(settings);
  const dynamodb = createClient(DynamoDBClient, stack.region);
  const tables = await findTables(settings, to);
  terminal.print(`Making copies of the tables as of ${to.toISOString()}. This can take hours.`);
  await Promise.all(Object.values(tables).map((pair) => makeCopy(dynamodb, pair, to)));
  if (!dryRun) {
    const seconds = await pauseFunctions(stack);
    terminal.print(`All functions are stopped. Waiting ${seconds} s for the invocations that still run.`);
    await wait(seconds * 1_000);
  }
  const results = Object.entries(await restoreRows({ dynamodb, tables, dryRun }));
  const rows = results.map(([name, { written, deleted, refused }]) => [name, written, deleted, refused]);
  terminal.print(`\n${formatTable(['table', 'written', 'deleted', 'changed meanwhile'], rows)}\n`);
  if (dryRun) {
    terminal.print('Dry run: nothing of the stage was changed.');
    return EXIT.ok;
  }
  if (results.some(([, { refused }]) => refused > 0)) {
    terminal.warn('Rows changed meanwhile, and the functions are still stopped. Run the command again.');
    return EXIT.failure;
  }
  await resumeFunctions(stack);
  terminal.print(describeNextSteps(settings, to, tables));
  return EXIT.ok;
}

function describeNextSteps(
  settings: StageSettings,
  to: Date,
  tables: Readonly<Record<RestoredTable, TablePair>>,
): string {
  const { region } = getMainStack(settings);
  const { stage } = settings;
  return [
    `All functions are started. Next, run: npm run stripe:replay -- --stage ${stage} --since ${to.toISOString()}`,
    `Then: npm run restore -- --stage ${stage} --images`,
    `Then: npm run credits -- audit --stage ${stage}`,
    'Then delete the copies, which hold personal data:',
    ...Object.values(tables).map(
      ({ copy }) => `  aws dynamodb delete-table --region ${region} --table-name ${copy}`,
    ),
  ].join('\n');
}

/** @returns each table of the stage with the name of its copy, which is the same in every run for the same time. */
async function findTables(settings: StageSettings, to: Date): Promise<Record<RestoredTable, TablePair>> {
  const { name, region } = getMainStack(settings);
  const find = createFinder(name, await listResources(name, region));
  const suffix = to.toISOString().replace(/\D/g, '').slice(0, 14);
  const pairs = RESTORED_TABLES.map((table) => {
    const current = find(`Data${table}`);
    return [table, { current, copy: `${current}-${suffix}` }];
  });
  return Object.fromEntries(pairs) as Record<RestoredTable, TablePair>;
}

/** Finds the name of a resource by the path of its construct. The finder throws an Error if the stack has none. */
function createFinder(stack: string, resources: readonly StackResourceSummary[]) {
  return (path: string): string => {
    // CDK appends a hash to the path.
    const pattern = new RegExp(`^${path}[0-9A-F]{8}$`, 'i');
    const found = resources.find(({ LogicalResourceId = '' }) => pattern.test(LogicalResourceId));
    if (found?.PhysicalResourceId === undefined) throw new Error(`The stack ${stack} has no ${path}.`);
    return found.PhysicalResourceId;
  };
}

/** In seconds. AWS names no limit: a large table takes hours. */
const COPY_TIMEOUT = 24 * 60 * 60;

/** The copy has no indexes, which makes it faster. It may exist from an earlier run. */
async function makeCopy(client: DynamoDBClient, { current, copy }: TablePair, to: Date): Promise<void> {
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
  await waitUntilTableExists({ client, maxWaitTime: COPY_TIMEOUT }, { TableName: copy });
}
