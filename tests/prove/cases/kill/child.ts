import type { Plan } from '../../../integration/support/fault-proxy.ts';
import { age, runSchedules, withWorld, type World } from '../../faults/world.ts';
import { order, type Answer, type Order } from './protocol.ts';
import { STORY } from './stories.ts';

/** How often it is asked again: what is under way may have to be swept first. */
const PATIENCE = 3;

const isWrite = (operation: string) => /^(Transact|Put|Update|Delete|AdminDelete)/.test(operation);

/** Dies when the write has happened: its answer is lost, and the client's next call finds nobody. */
function untilWrite(last: number): Plan {
  let writes = 0;
  return (_, operation) => {
    if (writes === last) process.kill(process.pid, 'SIGKILL');
    if (isWrite(operation)) writes += 1;
    return writes === last ? 'answer-lost' : 'none';
  };
}

async function carryOut(world: World, what: Order): Promise<Answer> {
  switch (what.do) {
    case 'prepare':
      return { kind: 'prepared', leftover: await STORY[what.story].prepare(world) };
    case 'die': {
      const lane = world.wire.follow([what.leftover.userId], untilWrite(what.write));
      await STORY[what.leftover.story].ask(world, what.leftover);
      lane.end();
      return { kind: 'survived' };
    }
    case 'mend': {
      const story = STORY[what.leftover.story];
      let done = false;
      for (let turn = 0; turn < PATIENCE && !done; turn += 1) done = await story.ask(world, what.leftover);
      await age(world, what.leftover.userId);
      await runSchedules(world);
      return { kind: 'mended', wrong: await story.wrong(world, what.leftover) };
    }
  }
}

/** A process with a cloud that keeps its state in a folder, and does what it is told until it is killed. */
async function main(): Promise<void> {
  const [assembly, dataDir, port] = process.argv.slice(2);
  const say = (answer: Answer) => process.send?.(answer);
  await withWorld(
    assembly,
    (world) =>
      new Promise<void>((_, reject) => {
        process.on('message', (message) => {
          carryOut(world, order.parse(message)).then(say, reject);
        });
        say({ kind: 'ready' });
      }),
    { dataDir, port: Number(port) },
  );
}

await main();
