import { spawn, type StdioOptions } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { PROCESS_VARIABLE, TEST_PROCESSES, type TestProcess } from './test-processes.ts';

const VITEST = fileURLToPath(new URL('vitest.mjs', import.meta.resolve('vitest/package.json')));

/** `npm test`: all tests, in several processes. With arguments, the tests that Vitest selects by them, in one process. */
async function main(args: readonly string[]): Promise<void> {
  const codes = args.length > 0 ? [await waitFor(start(args, {}, 'inherit'))] : await runAll();
  process.exitCode = Math.max(...codes);
}

/** Starts a process for each core, and the next one when a process ends. */
async function runAll(): Promise<number[]> {
  const codes: number[] = [];
  const waiting = TEST_PROCESSES.map((name, index) => ({ name, index }));
  const output = new OrderedOutput();
  const runNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      codes.push(await run(next.name, next.index, output));
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, runNext));
  return codes;
}

/** The first process has the terminal. The output of the others follows in the order of their start: together they could not be read. */
async function run(name: TestProcess, index: number, output: OrderedOutput): Promise<number> {
  const variables = { [PROCESS_VARIABLE]: name };
  const color = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
  const child =
    index === 0
      ? start([], variables, 'inherit')
      : start([], { ...variables, ...color }, ['ignore', 'pipe', 'pipe']);
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => output.write(index, chunk));
  }
  const code = await waitFor(child);
  output.end(index);
  return code;
}

/** Shows the output of a process at once if all processes before it have ended, and else when they have. */
class OrderedOutput {
  private shown = 0;
  private readonly ended = new Set<number>();
  private readonly kept = new Map<number, Buffer[]>();

  write(index: number, chunk: Buffer): void {
    if (index === this.shown) process.stdout.write(chunk);
    else this.kept.set(index, [...(this.kept.get(index) ?? []), chunk]);
  }

  end(index: number): void {
    this.ended.add(index);
    while (this.ended.has(this.shown)) {
      this.shown += 1;
      for (const chunk of this.kept.get(this.shown) ?? []) process.stdout.write(chunk);
    }
  }
}

function start(args: readonly string[], variables: Record<string, string>, stdio: StdioOptions) {
  return spawn(process.execPath, [VITEST, 'run', ...args], { stdio, env: { ...process.env, ...variables } });
}

/** @returns the exit code. */
function waitFor(child: ReturnType<typeof start>): Promise<number> {
  return new Promise((resolve) => child.once('close', (code) => resolve(code ?? 1)));
}

await main(process.argv.slice(2));
