import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export interface Site {
  url: string;
  stop: () => Promise<void>;
}

/** Builds the product and serves it on the embedded cloud in a separate process. @throws Error when it does not start. */
export async function startSite(): Promise<Site> {
  const cloud = spawn(process.execPath, ['--import', 'tsx', 'local/start.ts'], {
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(cloud, 'exit');
  const url = await new Promise<string>((resolve, reject) => {
    // Reads all output: a process whose output is not read blocks when the pipe is full.
    createInterface({ input: cloud.stdout }).on('line', (line) => {
      const ready = /^ready (\S+)$/.exec(line)?.[1];
      if (ready !== undefined) resolve(ready);
    });
    cloud.once('exit', () => reject(new Error('The embedded cloud exited before it was ready.')));
  });
  return {
    url,
    stop: async () => {
      cloud.kill('SIGTERM');
      await ended;
    },
  };
}
