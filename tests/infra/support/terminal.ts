import { runCommand, type Command, type Terminal } from '../../../infra/commands/command-line.ts';
import { runCredits } from '../../../infra/commands/credits.ts';

/** A terminal that records its output. */
export function createTerminal() {
  const printed: string[] = [];
  const warned: string[] = [];
  const terminal: Terminal = {
    print: (text) => void printed.push(text),
    warn: (text) => void warned.push(text),
  };
  return { terminal, printed, warned };
}

interface Result {
  exitCode: number;
  printed: string;
  warned: string;
}

export function run(command: Command, ...args: string[]): Promise<Result> {
  return record((terminal) => runCommand(command, args, terminal));
}

/** Runs `npm run credits` with the name of an action and its options. */
export function runAction(...args: string[]): Promise<Result> {
  return record((terminal) => runCredits(args, terminal));
}

async function record(start: (terminal: Terminal) => Promise<number>): Promise<Result> {
  const { terminal, printed, warned } = createTerminal();
  const exitCode = await start(terminal);
  return { exitCode, printed: printed.join('\n'), warned: warned.join('\n') };
}
