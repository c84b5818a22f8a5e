import {
  runCommand,
  type Command,
  type Options,
  type Terminal,
} from '../../../infra/commands/command-line.ts';

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

export async function run<O extends Options>(command: Command<O>, ...args: string[]): Promise<Result> {
  const { terminal, printed, warned } = createTerminal();
  const exitCode = await runCommand(command, args, terminal);
  return { exitCode, printed: printed.join('\n'), warned: warned.join('\n') };
}
