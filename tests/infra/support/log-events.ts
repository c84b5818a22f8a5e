import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FUNCTIONS = join(import.meta.dirname, '../../../functions');
/** A call with its message, and with its fields if the call itself names all of them. */
const CALL = /\blogger\.\w+\(\s*'([^']+)'(?:\s*\)|,\s*\{((?:(?!\.\.\.)[^{}])*)\})?/g;
/** An object with a name, whose properties a call can have. */
const OBJECT = /\bconst (\w+) = \{([^{}]*)\};/g;
const METADATA = /\bputMetric\('(\w+)'[^;]*\bmetadata: \{([^{}]*)\}/g;
/** The names of an object's properties. */
const FIELD = /(?<=^\s*|,\s*)[A-Za-z_]\w*/g;
const IMPORT = /\bfrom '(\.[^']+)'/g;
const WORD = /[A-Za-z_]\w*/g;

/**
 * Lists the messages that the functions log, with the names that can be their fields: the properties of the object in each call. If a call
 * spreads an object or gets one from elsewhere, all words of its file and of the files that it imports can be fields.
 */
export function listLogEvents(): Map<string, Set<string>> {
  const paths = readdirSync(FUNCTIONS, { recursive: true, encoding: 'utf8' });
  const sources = new Map(
    paths
      .filter((path) => path.endsWith('.ts'))
      .map((path) => [join(FUNCTIONS, path), readFileSync(join(FUNCTIONS, path), 'utf8')]),
  );
  const events = new Map<string, Set<string>>();
  for (const [path, source] of sources) {
    const calls = [...inlineObjects(source).matchAll(CALL)];
    const imported = [...source.matchAll(IMPORT)].map(([, name = '']) => sources.get(join(path, '..', name)));
    const words = [source, ...imported].flatMap((text = '') => text.match(WORD) ?? []);
    for (const [call, message = '', fields = ''] of calls) {
      const named = /[)}]$/.test(call) ? (fields.match(FIELD) ?? []) : words;
      events.set(message, new Set([...(events.get(message) ?? []), ...named]));
    }
  }
  return events;
}

/** Writes the properties of objects into the calls that spread the objects or have them as their only fields. */
function inlineObjects(source: string): string {
  const objects = [...source.matchAll(OBJECT)].map(([, name = '', fields = '']) => [name, fields] as const);
  return [...objects, ['errorTrace\\(\\w+\\)', 'cause, at'] as const].reduce(
    (text, [value, fields]) =>
      text
        .replaceAll(new RegExp(`\\.\\.\\.${value}(?!\\w)`, 'g'), fields)
        .replaceAll(new RegExp(`(?<=',\\s*)${value}(?=\\))`, 'g'), `{${fields}}`),
    source,
  );
}

/** Lists the names of the metadata that the functions write with a metric. */
export function listMetadata(): Map<string, string[]> {
  const source = readFileSync(join(FUNCTIONS, 'platform/metrics.ts'), 'utf8');
  return new Map(
    [...source.matchAll(METADATA)].map(([, name = '', fields = '']) => [name, fields.match(FIELD) ?? []]),
  );
}
