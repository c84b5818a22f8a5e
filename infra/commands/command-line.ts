import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { StageSettings } from '../stages/settings.ts';
import { findStage } from '../stages/stages.ts';
import { credentialsTrouble, SIGN_IN } from './aws/caller.ts';

/** How every command ends: done and nothing found; something found, or failed; asked for in a wrong way. */
export const EXIT = { ok: 0, trouble: 1, usage: 2 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The command was asked for in a wrong way. Its text says what is wrong; `runCommand` adds where to read more. */
export class UsageError extends Error {
  override name = 'UsageError';
}

export type Options = NonNullable<ParseArgsConfig['options']>;
type Values<O extends Options> = ReturnType<typeof parseArgs<{ options: O; strict: true }>>['values'];

interface Typed<O extends Options> {
  /** By the options' names. */
  values: Values<O>;
  /** What was typed without dashes, in its order. */
  words: readonly string[];
}

/** Where a command speaks: findings and results to `say`, progress and trouble to `warn`. One sentence a call. */
export interface Terminal {
  say(text: string): void;
  warn(text: string): void;
}

export interface Command<O extends Options> {
  /** What `--help` prints: the line to type, what it does, what it needs, every option. Ends without a newline. */
  help: string;
  /** As `parseArgs` takes them; `--help` is added. A command that writes has `--dry-run`. */
  options: O;
  /** Whether words without dashes are taken: `credits audit`. @default false */
  takesWords?: boolean;
  /** @throws UsageError for wrong usage; any other error ends the command with its text and `EXIT.trouble`. */
  run: (typed: Typed<O>, terminal: Terminal) => ExitCode | Promise<ExitCode>;
}

const STREAMS: Terminal = {
  say: (text) => void process.stdout.write(`${text}\n`),
  warn: (text) => void process.stderr.write(`${text}\n`),
};

/**
 * Runs a command; its caller makes the result the process's exit code. Nothing is thrown: an error becomes its
 * sentence.
 * @param args what was typed behind the command's name.
 */
export async function runCommand<O extends Options>(
  { help, options, takesWords = false, run }: Command<O>,
  args: string[],
  terminal: Terminal = STREAMS,
): Promise<ExitCode> {
  // The AWS SDK warns about Node 20 on every start.
  process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';
  try {
    // Before parsing: whoever asks for help gets it, whatever else is wrong.
    if (args.includes('--help')) {
      terminal.say(help);
      return EXIT.ok;
    }
    return await run(parse(args, options, takesWords), terminal);
  } catch (error) {
    if (error instanceof UsageError) {
      terminal.warn(`${error.message}\n--help says how it is used.`);
      return EXIT.usage;
    }
    terminal.warn(sentenceOf(error));
    return EXIT.trouble;
  }
}

function parse<O extends Options>(args: string[], options: O, takesWords: boolean): Typed<O> {
  try {
    const parsed = parseArgs({ args, options, allowPositionals: takesWords, strict: true });
    return { values: parsed.values, words: parsed.positionals };
  } catch (error) {
    throw new UsageError(sentenceOf(error), { cause: error });
  }
}

/** @throws UsageError when there is none of this name, or its settings are wrong. */
export function stageOf(name: string | undefined): StageSettings {
  if (name === undefined) throw new UsageError('Which stage? --stage dev, for example.');
  try {
    return findStage(name);
  } catch (error) {
    throw new UsageError(sentenceOf(error), { cause: error });
  }
}

function sentenceOf(error: unknown): string {
  const trouble = credentialsTrouble(error);
  if (trouble !== undefined) return `${trouble} ${SIGN_IN}`;
  if (!(error instanceof Error)) return String(error);
  return error.message === '' ? error.name : error.message;
}

type Cell = string | number;

/**
 * A table for reading: columns as wide as their widest cell, numbers to the right, two spaces between.
 * @param head the columns' names; each row has as many cells. An empty text is an empty cell.
 */
export function table(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const columns = head.map((name, column) => {
    const cells = rows.map((row) => row[column] ?? '');
    const width = Math.max(name.length, ...cells.map((cell) => String(cell).length));
    const isNumeric = cells.every((cell) => typeof cell === 'number' || cell === '');
    return { width, align: (cell: Cell) => aligned(String(cell), width, rows.length > 0 && isNumeric) };
  });
  const line = (cells: readonly Cell[]) =>
    columns
      .map(({ align }, column) => align(cells[column] ?? ''))
      .join('  ')
      .trimEnd();
  return [head, columns.map(({ width }) => '-'.repeat(width)), ...rows].map(line).join('\n');
}

function aligned(text: string, width: number, toTheRight: boolean): string {
  return toTheRight ? text.padStart(width) : text.padEnd(width);
}
