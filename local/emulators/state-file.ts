import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';

/** Creates the schema of a table: rows by id, oldest first. The JSON of a table is a list of pairs, which keeps the order. */
export function table<Row>(row: z.ZodType<Row>) {
  return z
    .array(z.tuple([z.string(), row]))
    .prefault([])
    .transform((entries) => new Map<string, Row>(entries));
}

/**
 * Opens the state that an emulator keeps between runs.
 * @param path the path of the file. Undefined keeps the state in memory.
 * @param initial the content of a new file.
 * @throws Error if the file has other content.
 */
export function openState<State>(path: string | undefined, schema: z.ZodType<State>, initial: unknown) {
  let written = path === undefined ? undefined : readIfPresent(path);
  const result = schema.safeParse(written === undefined ? initial : parseJson(written));
  if (!result.success) {
    const message = `${path} is not the state of an emulator. Move it away to start without it.`;
    throw new Error(message, { cause: result.error });
  }
  const state = result.data;
  /** Writes the state if it has changed. */
  const save = () => {
    if (path === undefined) return;
    const content = JSON.stringify(state, (_, value: unknown) => (value instanceof Map ? [...value] : value));
    if (content !== written) writeAtomically(path, content);
    written = content;
  };
  return { state, save };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Replaces a file in one step, so that a crash leaves either the old content or the new content. */
export function writeAtomically(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const next = `${path}.next`;
  writeFileSync(next, content, { mode: 0o600 });
  renameSync(next, path);
}

/** @returns undefined if the file does not exist. */
export function readIfPresent(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** Reports whether an error has a code of the operating system, e.g. `ENOENT`. */
export const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;
