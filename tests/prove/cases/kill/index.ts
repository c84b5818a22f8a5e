import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Wrong } from '../case.ts';
import { freePort } from '../free-port.ts';
import { answer, STORIES, type Answer, type Leftover, type Order, type StoryName } from './protocol.ts';

const CHILD = fileURLToPath(new URL('child.ts', import.meta.url));

/** More writes than any story has. */
const MOST_WRITES = 20;

/**
 * Kills the process of a cloud that keeps its state, after each write of each story. The next process, on the same
 * folder, asks again, lets the schedules run and looks at what is left.
 */
export async function killed(assembly: string): Promise<Wrong[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'killed-'));
  const start = starter(assembly, dataDir, await freePort());
  let child = await start();
  try {
    const wrongs: Wrong[] = [];
    for (const story of STORIES) {
      for (let write = 1; write < MOST_WRITES; write += 1) {
        const leftover = await prepare(child, story);
        if ((await tell(child, { do: 'die', leftover, write })) !== undefined) break;
        child = await start();
        wrongs.push((await mend(child, leftover)).map((wrong) => `${story}, after write ${write}: ${wrong}`));
      }
    }
    return wrongs;
  } finally {
    child.kill('SIGKILL');
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Starts a process, and waits until its cloud is up. */
function starter(assembly: string, dataDir: string, port: number): () => Promise<ChildProcess> {
  return async () => {
    const child = fork(CHILD, [assembly, dataDir, String(port)], { execArgv: ['--import', 'tsx'] });
    if ((await next(child))?.kind !== 'ready') throw new Error('The cloud did not come up again.');
    return child;
  };
}

async function prepare(child: ChildProcess, story: StoryName): Promise<Leftover> {
  const told = await tell(child, { do: 'prepare', story });
  if (told?.kind !== 'prepared') throw new Error(`The story ${story} could not be prepared.`);
  return told.leftover;
}

async function mend(child: ChildProcess, leftover: Leftover): Promise<Wrong> {
  const told = await tell(child, { do: 'mend', leftover });
  return told?.kind === 'mended' ? told.wrong : ['it could not be mended'];
}

/** @returns the answer; undefined where the process died of it. */
async function tell(child: ChildProcess, order: Order): Promise<Answer | undefined> {
  const answered = next(child);
  child.send(order);
  return answered;
}

async function next(child: ChildProcess): Promise<Answer | undefined> {
  const over = new AbortController();
  const { signal } = over;
  try {
    const message = once(child, 'message', { signal }).then(([said]) => answer.parse(said));
    const exit = once(child, 'exit', { signal }).then(() => undefined);
    return await Promise.race([message, exit]);
  } finally {
    over.abort();
  }
}
