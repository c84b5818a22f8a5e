import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL, fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { getBundleFolder } from '../../infra/build-output.ts';
import { BUNDLING, listOperations } from '../../infra/build/bundle-functions.ts';
import { buildFunctions } from '../../infra/build/functions.ts';
import { FUNCTION_ENVIRONMENT } from '../support/function-environment.ts';
import { withTempFolder } from '../support/temp-folder.ts';
import { median, type Section } from './report.ts';
import { build } from 'esbuild';

const run = promisify(execFile);

const ROUNDS = 25;

/** The floor that a function is compared with, if a floor has the same clients. */
const FLOOR_BY_FUNCTION: Partial<Record<string, Floor>> = {
  'generate-thumbnail': 'generate',
  'read-credits': 'tables',
  'welcome-user': 'tables',
};

/** Budgets of cold starts. docs/reliability.md lists them. tests/infra/bundles.suite.ts also checks the sizes. */
export const BUDGETS: Record<string, { bytes: number; ratio?: number }> = {
  'generate-thumbnail': { bytes: 640_000, ratio: 1.2 },
  'read-credits': { bytes: 343_000 },
};

/** Measures the size and the import time of every function, next to the vendors' clients alone in the same rounds. */
export async function measureColdStart(): Promise<Section> {
  return withTempFolder('floors', async (folder) => {
    const floors = await buildFloors(folder);
    await buildFunctions();
    const bundles = listBundles(floors, await listOperations());
    const times = await measureImports(bundles);
    const failures: string[] = [];
    const rows: string[][] = [];
    for (const [name, file] of bundles) {
      const { size } = await stat(file);
      const floor = FLOOR_BY_FUNCTION[name];
      const own = times.get(name) ?? [];
      const floorTimes = times.get(floorName(floor ?? '')) ?? [];
      const ratio = median(own.map((time, round) => time / (floorTimes[round] ?? NaN)));
      const budget = BUDGETS[name];
      if (budget !== undefined && size > budget.bytes)
        failures.push(`${name} has ${size} bytes; the budget is ${budget.bytes}`);
      if (budget?.ratio !== undefined && ratio > budget.ratio)
        failures.push(
          `${name} takes ${ratio.toFixed(2)} × its floor to import; the budget is ${budget.ratio}`,
        );
      rows.push([
        name,
        (size / 1_000).toFixed(1),
        median(own).toFixed(0),
        floor === undefined ? '' : `${ratio.toFixed(2)} × ${floorName(floor)}`,
      ]);
    }
    return {
      title: 'Cold start',
      description: `Bundle size, and the time that a new Node ${process.versions.node} process takes to import it: the median of ${ROUNDS} rounds. Ratios are the median of the ratios of each round.`,
      header: ['bundle', 'kB minified', 'import ms', 'against its floor'],
      rows,
      failures,
    };
  });
}

/** Puts each floor directly before the first function compared with it, so that a disturbance affects both. */
function listBundles(floors: Record<Floor, string>, names: readonly string[]): Map<string, string> {
  const bundles = new Map<string, string>();
  const addFloor = (floor: Floor) => bundles.set(floorName(floor), floors[floor]);
  addFloor('empty');
  addFloor('stripe');
  for (const name of names) {
    const floor = FLOOR_BY_FUNCTION[name];
    if (floor !== undefined) addFloor(floor);
    bundles.set(name, join(getBundleFolder(name), 'index.mjs'));
  }
  return bundles;
}

const floorName = (floor: string) => `floor: ${floor}`;

const MEASURE =
  'const start = performance.now(); await import(process.argv[1]); console.log(performance.now() - start);';

/** Imports every bundle once in each round. @returns the times in ms, by bundle. */
async function measureImports(bundles: ReadonlyMap<string, string>): Promise<Map<string, number[]>> {
  const times = new Map([...bundles.keys()].map((name) => [name, [] as number[]]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, bundle] of bundles) {
      const { stdout } = await run(
        process.execPath,
        ['--input-type=module', '--eval', MEASURE, pathToFileURL(bundle).href],
        { env: FUNCTION_ENVIRONMENT },
      );
      times.get(name)?.push(Number(stdout));
    }
  }
  return times;
}

/**
 * Modules with only the vendors' clients and the commands that the functions use. The functions omit the SDK's credential
 * provider chain, so a small function can be faster than its floor.
 */
const FLOORS = {
  empty: 'export const handler = () => {};',
  generate: [
    "import { DynamoDBClient } from '@aws-sdk/client-dynamodb';",
    "import { DynamoDBDocumentClient, GetCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';",
    "import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';",
    "import { getSignedUrl } from '@aws-sdk/s3-request-presigner';",
    "import { BedrockRuntimeClient, InvokeModelCommand } from '@aws-sdk/client-bedrock-runtime';",
    "import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';",
    "import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';",
    'export const clients = [DynamoDBDocumentClient.from(new DynamoDBClient({})), new S3Client({}), new BedrockRuntimeClient({}), new SQSClient({}), new SecretsManagerClient({})];',
    'export const calls = [GetCommand, TransactWriteCommand, UpdateCommand, GetObjectCommand, PutObjectCommand, InvokeModelCommand, SendMessageCommand, GetSecretValueCommand, getSignedUrl];',
  ].join('\n'),
  tables: [
    "import { DynamoDBClient } from '@aws-sdk/client-dynamodb';",
    "import { DynamoDBDocumentClient, GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';",
    'export const client = DynamoDBDocumentClient.from(new DynamoDBClient({}));',
    'export const calls = [GetCommand, TransactWriteCommand];',
  ].join('\n'),
  stripe: "import Stripe from 'stripe'; export const stripe = new Stripe('sk_test_floor');",
} as const;

type Floor = keyof typeof FLOORS;

/** Bundles each floor with the options of the functions. @returns the files, by floor. */
async function buildFloors(folder: string): Promise<Record<Floor, string>> {
  const built = await Promise.all(
    Object.entries(FLOORS).map(async ([name, contents]) => {
      const outfile = join(folder, `${name}.mjs`);
      await build({
        stdin: { contents, resolveDir: fileURLToPath(new URL('.', import.meta.url)) },
        outfile,
        ...BUNDLING,
      });
      return [name, outfile] as const;
    }),
  );
  return Object.fromEntries(built) as Record<Floor, string>;
}
