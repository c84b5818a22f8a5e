import { onTestFinished, vi } from 'vitest';
import { logger } from '../../../functions/platform/logger.ts';

/** Enables all log levels and captures the output of the process until the end of the test. */
export function captureLogs() {
  const written: string[] = [];
  const keep = (chunk: Uint8Array | string): boolean => {
    written.push(String(chunk));
    return true;
  };
  const level = logger.getLevelName();
  logger.setLogLevel('DEBUG');
  const streams = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, 'write').mockImplementation(keep),
  );
  onTestFinished(() => {
    for (const stream of streams) stream.mockRestore();
    logger.setLogLevel(level);
  });
  return {
    /** The whole output. */
    text: () => written.join(''),
    /** The parsed log lines with this message. */
    lines: (message: string) =>
      written
        .flatMap((chunk) => chunk.split('\n'))
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .filter((line) => line['message'] === message),
  };
}
