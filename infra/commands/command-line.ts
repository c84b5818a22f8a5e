import { parseArgs } from 'node:util';
import type { StageSettings } from '../stages/settings.ts';
import { findStage, STAGE_NAMES } from '../stages/stages.ts';
import { describeCredentialsError, SIGN_IN } from './aws.ts';

/** Exit codes: success without findings; a failure or a finding; wrong usage. */
export const EXIT = { ok: 0, failure: 1, usage: 2 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Wrong usage of a command. The message says what is wrong; `runCommand` adds a hint to `--help`. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** Output of a command. Results go to `print` (stdout), progress and errors to `warn` (stderr). */
export interface Terminal {
  print(text: string): void;
  warn(text: string): void;
}

/** An option without a value. */
export function flag(help: string) {
  return { type: 'boolean', default: false, help } as const;
}

/** An option with a value. @param value its name in the help */
export function text(value: string, help: string) {
  return { type: 'string', value, help } as const;
}

/** The option that selects a stage. */
export const STAGE_OPTION = { stage: text('NAME', STAGE_NAMES.join(' or ')) };

/** Options of `parseArgs` with their help, without `--help`. */
export type Options = Record<string, ReturnType<typeof flag> | ReturnType<typeof text>>;
type Values<O extends Options> = ReturnType<typeof parseArgs<{ options: O; strict: true }>>['values'];

export interface CommandDefinition<O extends Options> {
  usage: string;
  /** Describes the command, in lines of at most 120 characters. */
  description: string;
  /** A command that changes or deletes many things has `--dry-run`. */
  options: O;
  exitCodes: string;
  /** @throws UsageError for wrong usage. For any other error the command prints its message and fails. */
  run: (values: Values<O>, terminal: Terminal) => ExitCode | Promise<ExitCode>;
}

export interface Command {
  /** Text of `--help`: usage, description, every option. Ends without a newline. */
  help: string;
  options: Options;
  /** Parses the arguments and runs the command. @throws UsageError for wrong usage; any error of the command. */
  start: (args: string[], terminal: Terminal) => Promise<ExitCode>;
}

/** Creates a command whose help lists its options. */
export function defineCommand<O extends Options>(definition: CommandDefinition<O>): Command {
  const { usage, description, options, exitCodes, run } = definition;
  const rows = [
    ...Object.entries(options).map(([name, option]) => [
      `--${name}${'value' in option ? ` ${option.value}` : ''}`,
      option.help,
    ]),
    ['--help', 'this text'],
  ];
  const width = Math.max(14, ...rows.map(([name = '']) => name.length));
  const lines = rows.map(([name = '', help = '']) => `  ${name.padEnd(width)} ${help}`);
  const help = `${usage}\n\n${description}\n\n${lines.join('\n')}\n\nExit code: ${exitCodes}.`;
  return { help, options, start: async (args, terminal) => run(parseValues(args, options), terminal) };
}

function parseValues<O extends Options>(args: string[], options: O): Values<O> {
  try {
    return parseArgs({ args, options, strict: true }).values;
  } catch (error) {
    throw new UsageError(describeError(error), { cause: error });
  }
}

const STREAMS: Terminal = {
  print: (text) => void process.stdout.write(`${text}\n`),
  warn: (text) => void process.stderr.write(`${text}\n`),
};

/**
 * Runs a command. Never throws: prints the message of an error.
 * @param args the arguments after the command's name.
 */
export async function runCommand(
  { help, start }: Pick<Command, 'help' | 'start'>,
  args: string[],
  terminal = STREAMS,
): Promise<ExitCode> {
  // The AWS SDK warns about Node 20 on every start.
  process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';
  try {
    // Checked before parsing, so that --help works with any other arguments.
    if (args.includes('--help')) {
      terminal.print(help);
      return EXIT.ok;
    }
    return await start(args, terminal);
  } catch (error) {
    if (error instanceof UsageError) {
      terminal.warn(`${error.message}\nRun the command with --help to see its usage.`);
      return EXIT.usage;
    }
    terminal.warn(describeError(error));
    return EXIT.failure;
  }
}

/** @throws UsageError for an unknown stage or invalid settings. */
export function requireStage(name: string | undefined): StageSettings {
  if (name === undefined) throw new UsageError(`--stage is required: ${STAGE_NAMES.join(' or ')}.`);
  try {
    return findStage(name);
  } catch (error) {
    throw new UsageError(describeError(error), { cause: error });
  }
}

/** @throws UsageError for a time that is missing, invalid, without a time zone or in the future. */
export function parseTime(option: string, value: string | undefined): Date {
  const isComplete =
    value !== undefined && /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[-+]\d\d:\d\d)$/.test(value);
  const time = new Date(isComplete ? value : Number.NaN);
  if (time.getTime() <= Date.now()) return time;
  throw new UsageError(`${option} must be a time in the past with its zone, e.g. 2026-11-24T09:00:00Z.`);
}

function describeError(error: unknown): string {
  const credentialsError = describeCredentialsError(error);
  if (credentialsError !== undefined) return `${credentialsError} ${SIGN_IN}`;
  if (!(error instanceof Error)) return String(error);
  return error.message === '' ? error.name : error.message;
}
