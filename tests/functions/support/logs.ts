import { vi } from 'vitest';
import { logger } from '../../../functions/shared/logger.ts';

interface Logs {
  /** The whole output. */
  text(): string;
  /** The parsed log lines with this message. */
  lines(message: string): Record<string, unknown>[];
  /** Restores the output and the log level. */
  release(): void;
}

/** Enables all log levels and captures the output of the process. */
export function captureLogs(): Logs {
  const written: string[] = [];
  const keep = (chunk: Uint8Array | string): boolean => {
    written.push(String(chunk));
    return true;
  };
  const level = logger.getLevelName();
  logger.setLogLevel('DEBUG');
  const streams = [
    vi.spyOn(process.stdout, 'write').mockImplementation(keep),
    vi.spyOn(process.stderr, 'write').mockImplementation(keep),
  ];
  return {
    text: () => written.join(''),
    lines: (message) =>
      written
        .flatMap((chunk) => chunk.split('\n'))
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .filter((line) => line['message'] === message),
    release() {
      for (const stream of streams) stream.mockRestore();
      logger.setLogLevel(level);
    },
  };
}
