import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { LOOPBACK, listen, stop } from '../serve.ts';
import { findDynoxide } from './binary.ts';

export interface DynamoDbEmulator {
  endpoint: string;
  close(): Promise<void>;
}

type Dynoxide = ChildProcessByStdio<Writable, Readable, Readable>;

/**
 * A shell runs the emulator and ends it when its own standard input ends, which also happens when this process is
 * killed by SIGKILL.
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

/** Another program can take the free port before dynoxide does, so the start is tried again. */
const ATTEMPTS = 3;

/**
 * Starts dynoxide on a free port.
 * @param dataDir the folder of its SQLite file; in memory without it.
 * @throws Error with a sentence when the binary is missing or does not start.
 */
export async function startDynamoDb({ dataDir }: { dataDir?: string }): Promise<DynamoDbEmulator> {
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
      return { endpoint: `http://${LOOPBACK}:${port}`, close: () => end(child) };
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
    }
  }
}

async function end(child: Dynoxide): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = once(child, 'exit');
  child.stdin.end();
  await exited;
}

/** Dynoxide does not report its port when it is started with port 0. */
async function findFreePort(): Promise<number> {
  const probe = createServer();
  const { port } = await listen(probe, 0, 'DynamoDB');
  await stop(probe);
  return port;
}

/** Resolves when dynoxide prints "listening". */
async function waitUntilListening(child: Dynoxide): Promise<void> {
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('listening on')) resolve();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('error', reject);
    child.once('exit', (code) => {
      reject(new Error(`The DynamoDB emulator ended with code ${String(code)}: ${output.trim()}`));
    });
  });
}
