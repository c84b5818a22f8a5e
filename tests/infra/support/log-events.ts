import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FUNCTIONS = join(import.meta.dirname, '../../../functions');
const MESSAGE = /\blogger\.\w+\(\s*'([^']+)'/g;
const IMPORT = /\bfrom '(\.[^']+)'/g;
const WORD = /[A-Za-z_]\w*/g;

/**
 * Lists the messages that the functions log, with the names that can be their fields: the words of the files that log the message, and of the
 * files that they import, because a call may spread an object.
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
    const messages = [...source.matchAll(MESSAGE)].map(([, message = '']) => message);
    if (messages.length === 0) continue;
    const imported = [...source.matchAll(IMPORT)].map(([, name = '']) => sources.get(join(path, '..', name)));
    const words = [source, ...imported].flatMap((text = '') => text.match(WORD) ?? []);
    for (const message of messages) events.set(message, new Set([...(events.get(message) ?? []), ...words]));
  }
  return events;
}
