import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Iam } from '../../iam/iam.ts';
import { listen, LOOPBACK, stop, type Listening } from '../serve.ts';
import { findDynoxide } from './find-dynoxide.ts';
import { startGuard } from './guard.ts';

export interface DynamoDbEmulator {
  endpoint: string;
  close(): Promise<void>;
}

/**
 * The program of a process between this process and the emulator. When this process ends, even by SIGKILL, the standard input of the
 * supervisor ends. The supervisor then ends the emulator, because a running emulator would keep its database locked.
 */
const SUPERVISOR = `
  const [, binary, ...args] = process.argv;
  const emulator = require('node:child_process').spawn(binary, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  const stop = () => emulator.kill();
  process.stdin.on('end', stop).resume();
  process.on('SIGTERM', stop);
  process.on('SIGINT', () => {});
  emulator.on('error', (error) => { throw error; });
  emulator.on('exit', (code) => process.exit(code ?? 0));
`;

const MAX_ATTEMPTS = 3;

interface DynoxideOptions {
  /** The directory of the emulator's SQLite file. @default in memory */
  dataDir?: string;
}

interface DynamoDbOptions extends DynoxideOptions {
  /** @default accepts the administrator only */
  iam?: Iam;
  /** @default us-west-2 */
  region?: string;
}

/**
 * Starts dynoxide behind a guard that verifies signatures and permissions.
 * @throws Error with a clear message if the binary is missing or fails to start.
 */
export async function startDynamoDb({
  iam = new Iam(),
  region = 'us-west-2',
  ...options
}: DynamoDbOptions): Promise<DynamoDbEmulator> {
  const dynoxide = await startDynoxide(options);
  const guard = await startGuard({ port: dynoxide.port, iam, region });
  return {
    endpoint: guard.endpoint,
    close: async () => {
      await guard.close();
      await dynoxide.close();
    },
  };
}

/**
 * Starts dynoxide on a free port. Dynoxide accepts any signature.
 * @throws Error with a clear message if the binary is missing or fails to start.
 */
export async function startDynoxide({ dataDir }: DynoxideOptions): Promise<Listening & DynamoDbEmulator> {
  const binary = await findDynoxide();
  const storage: string[] = [];
  if (dataDir !== undefined) {
    await mkdir(dataDir, { recursive: true });
    storage.push('--db-path', join(dataDir, 'dynamodb.sqlite'));
  }
  for (let attempt = 1; ; attempt += 1) {
    const port = await findFreePort();
    const child = spawn(
      process.execPath,
      ['--eval', SUPERVISOR, binary, '--port', String(port), ...storage],
      {
        stdio: ['pipe', 'pipe', 'pipe'],
      },
    );
    try {
      await waitUntilListening(child);
    } catch (error) {
      // Another program can take the port before dynoxide starts.
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

/** Finds a free port. Dynoxide does not report its port if it is started with port 0. */
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
