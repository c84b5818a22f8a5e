import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { LOOPBACK, listen, stop } from '../serve.ts';
import { findDynoxide } from './binary.ts';

export interface DynamoDbEmulator {
  endpoint: string;
  close(): Promise<void>;
}

/**
 * The shell stands between this process and the emulator: when its standard input ends, because this process is
 * gone (even by SIGKILL), it ends the emulator.
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

/**
 * Starts dynoxide on a free port.
 * @param dataDir where its SQLite file is kept; in memory without it.
 * @throws Error with a sentence when the binary is missing or does not come up.
 */
export async function startDynamoDb({ dataDir }: { dataDir?: string }): Promise<DynamoDbEmulator> {
  const binary = await findDynoxide();
  const port = await freePort();
  const storage: string[] = [];
  if (dataDir !== undefined) {
    await mkdir(dataDir, { recursive: true });
    storage.push('--db-path', join(dataDir, 'dynamodb.sqlite'));
  }
  const child = spawn('/bin/sh', ['-c', SUPERVISOR, binary, '--port', String(port), ...storage], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  await listening(child);
  return {
    endpoint: `http://${LOOPBACK}:${port}`,
    close: async () => {
      if (child.exitCode !== null) return;
      const exited = once(child, 'exit');
      child.stdin.end();
      await exited;
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer();
  const { port } = await listen(probe, 0, 'DynamoDB');
  await stop(probe);
  return port;
}

/** Resolves at dynoxide's own "listening" line. */
async function listening(child: ChildProcess): Promise<void> {
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
