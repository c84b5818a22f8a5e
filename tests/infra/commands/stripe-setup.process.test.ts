import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const COMMAND = fileURLToPath(new URL('../../../infra/commands/stripe-setup.ts', import.meta.url));

interface Run {
  out: string;
  error: string;
  exitCode: number;
}

describe('npm run stripe:setup, as a process of its own', () => {
  it.each([
    [['--help'], 0],
    [[], 1],
  ])('%j ends with %i', { timeout: 20_000 }, async (args, exitCode) => {
    const ended = await start(args);

    expect(ended.exitCode).toBe(exitCode);
    if (exitCode === 0) {
      expect(ended.out).toMatch(/^npm run stripe:setup -- --stage NAME \[--dry-run\]\n/);
      expect(ended.out).toContain('--dry-run      say what would be done, and do nothing');
      expect(ended.error).toBe('');
    } else expect(ended).toMatchObject({ out: '', error: 'Which stage? --stage dev, for example.\n' });
  });
});

function start(args: string[]): Promise<Run> {
  return new Promise((resolve) => {
    execFile(process.execPath, ['--import', 'tsx', COMMAND, ...args], (failure, out, error) => {
      resolve({ out, error, exitCode: failure === null ? 0 : Number(failure.code) });
    });
  });
}
