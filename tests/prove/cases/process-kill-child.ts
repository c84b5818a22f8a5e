import type { Plan } from '../../support/cloud/fault-proxy.ts';
import {
  runSchedulesLater,
  withEnvironment,
  withManualDelivery,
  type TestEnvironment,
} from '../../support/cloud/environment.ts';
import { command, SCENARIOS, type Command, type CommandReply } from './process-kill.ts';

/** Requests of the recovery: refund-abandoned may have to end a pending generation first. */
const RETRIES = 3;

const isWrite = (operation: string) => /^(Transact|Put|Update|Delete|AdminDelete)/.test(operation);

/** Loses the response of one write, and kills this process at the next call: the write is the last thing that happened. */
function killAfterWrite(last: number): Plan {
  let writes = 0;
  return (_, operation) => {
    if (writes === last) process.kill(process.pid, 'SIGKILL');
    if (isWrite(operation)) writes += 1;
    return writes === last ? 'answer-lost' : 'none';
  };
}

async function execute(environment: TestEnvironment, each: Command): Promise<CommandReply> {
  switch (each.action) {
    case 'prepare':
      return { state: await SCENARIOS[each.scenario].prepare(environment) };
    case 'kill': {
      const lane = environment.proxy.follow([each.state.userId], killAfterWrite(each.write));
      await SCENARIOS[each.state.scenario].request(environment, each.state);
      lane.end();
      return {};
    }
    case 'recover': {
      const { request, check } = SCENARIOS[each.state.scenario];
      let isDone = false;
      for (let retry = 0; retry < RETRIES && !isDone; retry += 1) {
        isDone = await request(environment, each.state);
      }
      await runSchedulesLater(environment, each.state.userId);
      return { problems: await check(environment, each.state) };
    }
  }
}

// Runs a cloud that keeps its state on disk, and executes the parent's commands until it is killed.
const [assembly = '', dataDir] = process.argv.slice(2);
const reply = (value: CommandReply) => process.send?.(value);
await withEnvironment(
  assembly,
  (environment) =>
    withManualDelivery(
      environment.cloud,
      () =>
        new Promise<void>((_, reject) => {
          process.on('message', (message) => {
            execute(environment, command.parse(message)).then(reply, reject);
          });
          reply({});
        }),
    ),
  { dataDir },
);
