import { vi } from 'vitest';
import { logger } from '../../../functions/shared/logger.ts';

interface Logs {
  /** Everything written so far. */
  text(): string;
  /** The log's lines, parsed, that have this message. */
  lines(message: string): Record<string, unknown>[];
  /** Silences the log again. */
  release(): void;
}

/** Lets the log speak, every level of it, and keeps what it and anything else writes. */
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
