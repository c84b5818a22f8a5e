import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { access, constants, mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { delimiter, dirname, join } from 'node:path';
import { listen, LOOPBACK, stop, type Listening } from '../serve.ts';
import { startAccessKeyGuard } from './access-key-guard.ts';

export interface DynamoDbEmulator {
  endpoint: string;
  close(): Promise<void>;
}

/**
 * A shell between this process and the emulator. Its standard input ends with this process, even after SIGKILL;
 * then it ends the emulator, which would otherwise keep its database locked.
 */
const SUPERVISOR = [
  'exec 3<&0',
  '"$0" "$@" & pid=$!',
  'trap "kill $pid" TERM',
  '(cat <&3 >/dev/null; kill $pid 2>/dev/null) & watcher=$!',
  'wait $pid; code=$?',
  'kill $watcher 2>/dev/null',
  'exit $code',
].join('\n');

const MAX_ATTEMPTS = 3;

interface DynamoDbOptions {
  /** The directory of its SQLite file. @default in memory */
  dataDir?: string;
}

/**
 * Starts dynoxide behind a guard that verifies the access key.
 * @throws Error with a clear message when the binary is missing or fails to start.
 */
export async function startDynamoDb(options: DynamoDbOptions): Promise<DynamoDbEmulator> {
  const dynoxide = await startDynoxide(options);
  const guard = await startAccessKeyGuard(dynoxide.port);
  return {
    endpoint: guard.endpoint,
    close: async () => {
      await guard.close();
      await dynoxide.close();
    },
  };
}

/**
 * Starts dynoxide on a free port. It accepts any access key.
 * @throws Error with a clear message when the binary is missing or fails to start.
 */
export async function startDynoxide({ dataDir }: DynamoDbOptions): Promise<Listening & DynamoDbEmulator> {
  const binary = await findDynoxide();
  const storage: string[] = [];
  if (dataDir !== undefined) {
    await mkdir(dataDir, { recursive: true });
    storage.push('--db-path', join(dataDir, 'dynamodb.sqlite'));
  }
  for (let attempt = 1; ; attempt += 1) {
    const port = await findFreePort();
    const child = spawn('/bin/sh', ['-c', SUPERVISOR, binary, '--port', String(port), ...storage], {
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    try {
      await waitUntilListening(child);
    } catch (error) {
      // Another program can take the port between the probe and the start of dynoxide.
      if (attempt === MAX_ATTEMPTS) throw error;
      continue;
    }
    return {
      endpoint: `http://${LOOPBACK}:${port}`,
      port,
      close: async () => {
        if (child.exitCode !== null) return;
        const exited = once(child, 'exit');
        child.stdin.end();
        await exited;
      },
    };
  }
}

/** Dynoxide does not report its port when it is started with port 0. */
async function findFreePort(): Promise<number> {
  const probe = createServer();
  const { port } = await listen(probe, 0, 'DynamoDB');
  await stop(probe);
  return port;
}

/** Resolves when dynoxide prints its "listening" line. */
async function waitUntilListening(child: ChildProcess): Promise<void> {
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('listening on')) resolve();
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('error', reject);
    child.once('exit', (code) => {
      reject(new Error(`The DynamoDB emulator ended with code ${String(code)}: ${output.trim()}`));
    });
  });
}

/**
 * Finds the dynoxide binary in its npm package for this platform, or as `dynoxide` on the PATH.
 * @throws Error with instructions when neither exists.
 */
export async function findDynoxide(): Promise<string> {
  const platform = `${process.platform}-${process.arch}`;
  const directories = (process.env['PATH'] ?? '').split(delimiter);
  for (const candidate of [findPackaged(platform), ...directories.map((path) => join(path, 'dynoxide'))]) {
    if (candidate !== undefined && (await isExecutable(candidate))) return candidate;
  }
  throw new Error(
    `No DynamoDB emulator for ${platform}: the package @dynoxide/${platform} is not installed and there is no ` +
      '`dynoxide` on the PATH. Install one (https://github.com/nubo-db/dynoxide), or set AWS_ENDPOINT_URL_DYNAMODB ' +
      'to another DynamoDB.',
  );
}

function findPackaged(platform: string): string | undefined {
  try {
    const manifest = createRequire(import.meta.url).resolve(`@dynoxide/${platform}/package.json`);
    return join(dirname(manifest), 'dynoxide');
  } catch {
    // npm omits an optional dependency that has no build for the platform.
    return undefined;
  }
}

async function isExecutable(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}
