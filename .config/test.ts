import { spawn, type StdioOptions } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { PROCESS_VARIABLE, TEST_PROCESSES } from './test-processes.ts';

const VITEST = fileURLToPath(new URL('vitest.mjs', import.meta.resolve('vitest/package.json')));

/** `npm test`: all tests, in several processes. With arguments, the tests that Vitest selects by them, in one process. */
async function main(args: readonly string[]): Promise<void> {
  const codes = args.length > 0 ? [await waitFor(start(args, {}, 'inherit'))] : await runAll();
  process.exitCode = Math.max(...codes);
}

/** Shows the progress of the first process, and then the output of the others: together they could not be read. */
async function runAll(): Promise<number[]> {
  const started = TEST_PROCESSES.map((name, index) => {
    const variables = { [PROCESS_VARIABLE]: name };
    const output: Buffer[] = [];
    if (index === 0) return { ended: waitFor(start([], variables, 'inherit')), output };
    const color = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
    const child = start([], { ...variables, ...color }, ['ignore', 'pipe', 'pipe']);
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => output.push(chunk));
    }
    return { ended: waitFor(child), output };
  });
  const codes: number[] = [];
  for (const { ended, output } of started) {
    codes.push(await ended);
    for (const chunk of output) process.stdout.write(chunk);
  }
  return codes;
}

function start(args: readonly string[], variables: Record<string, string>, stdio: StdioOptions) {
  return spawn(process.execPath, [VITEST, 'run', ...args], { stdio, env: { ...process.env, ...variables } });
}

/** @returns the exit code. */
function waitFor(child: ReturnType<typeof start>): Promise<number> {
  return new Promise((resolve) => child.once('close', (code) => resolve(code ?? 1)));
}

await main(process.argv.slice(2));
