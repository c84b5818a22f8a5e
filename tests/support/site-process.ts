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
  for await (const line of createInterface({ input: cloud.stdout })) {
    const url = /^ready (\S+)$/.exec(line)?.[1];
    if (url === undefined) continue;
    return {
      url,
      stop: async () => {
        cloud.kill('SIGTERM');
        await ended;
      },
    };
  }
  throw new Error('The embedded cloud ended before it was ready.');
}
