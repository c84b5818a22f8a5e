import type { Terminal } from '../../../infra/commands/command-line.ts';

/** A terminal that remembers. */
export function newTerminal() {
  const said: string[] = [];
  const warned: string[] = [];
  const terminal: Terminal = {
    say: (text) => void said.push(text),
    warn: (text) => void warned.push(text),
  };
  return { terminal, said, warned };
}
