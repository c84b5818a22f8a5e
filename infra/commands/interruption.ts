import type { Terminal } from './command-line.ts';

/**
 * Runs a task that Ctrl-C or SIGTERM interrupts, so that it can clean up. A second Ctrl-C ends the process at once.
 * @param message printed at the interruption.
 */
export async function runInterruptibly<Result>(
  terminal: Terminal,
  message: string,
  task: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const interruption = new AbortController();
  const interrupt = () => {
    terminal.warn(message);
    interruption.abort(new Error('Interrupted.'));
  };
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
  try {
    return await task(interruption.signal);
  } finally {
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
  }
}
