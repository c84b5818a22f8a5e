import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { PROCESS_VARIABLE, TEST_PROCESSES } from './test-processes.ts';

const VITEST = fileURLToPath(new URL('vitest.mjs', import.meta.resolve('vitest/package.json')));

/** `npm test`: all tests, in several processes. With arguments, the tests that Vitest selects by them, in one process. */
async function main(args: readonly string[]): Promise<void> {
  const codes = args.length > 0 ? [await waitFor(start(args, {}, 'inherit'))] : await runAll();
  process.exitCode = Math.max(...codes);
}

/**
 * Starts a process for each core, and the next one when a process ends. The first process has the terminal. The output of the others follows
 * in the order of their start: together they could not be read.
 */
async function runAll(): Promise<number[]> {
  const codes: number[] = [];
  const names = TEST_PROCESSES.entries();
  let shown: Promise<unknown> = Promise.resolve();
  const runNext = async (): Promise<void> => {
    for (const [index, name] of names) {
      const variables = { [PROCESS_VARIABLE]: name };
      const child = index === 0 ? start([], variables, 'inherit') : startQuietly(variables);
      const ended = waitFor(child);
      const output = collectOutput(child, ended);
      shown = shown.then(() => show(output));
      codes.push(await ended);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, runNext));
  await shown;
  return codes;
}

function startQuietly(variables: Record<string, string>) {
  const color = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
  return start([], { ...variables, ...color }, ['ignore', 'pipe', 'pipe']);
}

/** Reads all output at once, because a process waits while nobody reads. The output of a process that has the terminal is empty. */
function collectOutput({ stdout, stderr }: ChildProcess, ended: Promise<unknown>): PassThrough {
  const output = new PassThrough({ highWaterMark: Number.MAX_SAFE_INTEGER });
  for (const stream of [stdout, stderr]) stream?.pipe(output, { end: false });
  void ended.then(() => output.end());
  return output;
}

async function show(output: PassThrough): Promise<void> {
  for await (const chunk of output) process.stdout.write(chunk as Buffer);
}

function start(args: readonly string[], variables: Record<string, string>, stdio: StdioOptions) {
  // Vite's bundler takes no pages of 2 MB, as in `infra/build/site.ts`.
  const env = { MIMALLOC_ALLOW_THP: '0', ...process.env, ...variables };
  return spawn(process.execPath, [VITEST, 'run', ...args], { stdio, env });
}

/** @returns the exit code. */
function waitFor(child: ReturnType<typeof start>): Promise<number> {
  return new Promise((resolve) => child.once('close', (code) => resolve(code ?? 1)));
}

await main(process.argv.slice(2));
