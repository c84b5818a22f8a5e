import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export interface Site {
  url: string;
  stop: () => Promise<void>;
}

/** Builds the product and serves it on the embedded cloud, in a process of its own. @throws Error when it does not start. */
export async function startSite(): Promise<Site> {
  const cloud = spawn(process.execPath, ['--import', 'tsx', 'local/start.ts'], {
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(cloud, 'exit');
  const url = await new Promise<string>((resolve, reject) => {
    // Read to the end: a cloud that nobody listens to stops at its next word.
    createInterface({ input: cloud.stdout }).on('line', (line) => {
      const ready = /^ready (\S+)$/.exec(line)?.[1];
      if (ready !== undefined) resolve(ready);
    });
    cloud.once('exit', () => reject(new Error('The embedded cloud ended before it was ready.')));
  });
  return {
    url,
    stop: async () => {
      cloud.kill('SIGTERM');
      await ended;
    },
  };
}
