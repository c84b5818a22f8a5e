import type * as z from 'zod/mini';

/**
 * The readers of a thumbnail's fields: the pages of the owner, the export of the account, and programs with an API key (the public API and
 * the MCP server). The public API reads only fields that the pages also read.
 */
export type Reader = 'page' | 'export' | 'publicApi';

/** A field of a response, with its schema and its readers. */
interface Field {
  schema: z.core.$ZodType;
  readers: readonly Reader[];
}

type Fields = Readonly<Record<string, Field>>;

/** The names of the fields that a reader may read. */
type ReadableName<F extends Fields, R extends Reader> = {
  [Name in keyof F]: R extends F[Name]['readers'][number] ? Name : never;
}[keyof F];

/** All readers. */
export const EVERYONE = ['page', 'export', 'publicApi'] as const;
/** The readers of one thumbnail or of a list of thumbnails. */
export const PAGE_AND_PUBLIC_API = ['page', 'publicApi'] as const;

/** Describes a field. There is no default reader, so a new field is public only if its author says so. */
export function readBy<const R extends readonly Reader[], S extends z.core.$ZodType>(readers: R, schema: S) {
  return { schema, readers };
}

/** Selects the schemas of the fields that a reader may read. */
export function selectSchemas<F extends Fields, R extends Reader>(fields: F, reader: R) {
  const readable = Object.entries(fields).filter(([, { readers }]) => readers.includes(reader));
  return Object.fromEntries(readable.map(([name, { schema }]) => [name, schema])) as {
    [Name in ReadableName<F, R>]: F[Name]['schema'];
  };
}

/**
 * Selects the values of the fields that a reader may read. The caller checks that no value is missing, so that a missing value is one type
 * error.
 */
export function selectValues<F extends Fields, R extends Reader, V extends Partial<Record<keyof F, unknown>>>(
  fields: F,
  reader: R,
  values: V,
) {
  const readable = Object.entries(values).filter(([name]) => fields[name]?.readers.includes(reader));
  return Object.fromEntries(readable) as Pick<V, ReadableName<F, R> & keyof V>;
}
