import { vi } from 'vitest';

interface Run {
  out: string;
  error: string;
  exitCode: number;
}

/**
 * Runs a command of infra/commands in this process, so that it meets what a test has put around it.
 * @param load imports the command's file: it runs by being imported.
 */
export async function runCommandFile(load: () => Promise<unknown>, args: string[]): Promise<Run> {
  const before = { argv: process.argv, exitCode: process.exitCode };
  const said = { out: '', error: '' };
  const keep = (stream: keyof typeof said) => (chunk: Uint8Array | string) => {
    said[stream] += String(chunk);
    return true;
  };
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(keep('out')),
    vi.spyOn(process.stderr, 'write').mockImplementation(keep('error')),
  ];
  process.argv = ['node', 'command.ts', ...args];
  try {
    vi.resetModules();
    await load();
    return { ...said, exitCode: Number(process.exitCode) };
  } finally {
    Object.assign(process, before);
    for (const spy of spies) spy.mockRestore();
  }
}
