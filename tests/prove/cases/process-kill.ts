import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { withTempFolder } from '../../support/temp-folder.ts';
import { commandReply, SCENARIO_NAMES, type Command, type CommandReply } from './kill-scenarios.ts';

const CHILD = fileURLToPath(new URL('process-kill-child.ts', import.meta.url));

/** More writes than any scenario makes. */
const MAX_WRITES = 20;

/**
 * Kills the process of a cloud that keeps its state on disk after each write of each scenario. The next process, on the
 * same folder, repeats the request, runs the scheduled functions and checks the result.
 */
export async function killAfterEachWrite(assembly: string): Promise<string[][]> {
  return withTempFolder('kill', async (dataDir) => {
    const start = async () => {
      const started = fork(CHILD, [assembly, dataDir], { execArgv: ['--import', 'tsx'] });
      if ((await readReply(started)) === undefined)
        throw new Error('The embedded cloud did not start again.');
      return started;
    };
    let child = await start();
    try {
      const runs: string[][] = [];
      for (const scenario of SCENARIO_NAMES) {
        for (let write = 1; write < MAX_WRITES; write += 1) {
          const state = (await send(child, { action: 'prepare', scenario }))?.state;
          if (state === undefined) throw new Error(`The scenario ${scenario} could not be prepared.`);
          const isAlive = (await send(child, { action: 'kill', state, write })) !== undefined;
          if (isAlive) break;
          child = await start();
          const { problems = ['it did not recover'] } =
            (await send(child, { action: 'recover', state })) ?? {};
          runs.push(problems.map((problem) => `${scenario}, killed after write ${write}: ${problem}`));
        }
      }
      return runs;
    } finally {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    }
  });
}

/** @returns the reply; undefined when the process exited. */
async function send(child: ChildProcess, command: Command): Promise<CommandReply | undefined> {
  const replied = readReply(child);
  child.send(command);
  return replied;
}

async function readReply(child: ChildProcess): Promise<CommandReply | undefined> {
  const controller = new AbortController();
  const { signal } = controller;
  try {
    const message = once(child, 'message', { signal }).then(([value]) => commandReply.parse(value));
    const exit = once(child, 'exit', { signal }).then(() => undefined);
    return await Promise.race([message, exit]);
  } finally {
    controller.abort();
  }
}
