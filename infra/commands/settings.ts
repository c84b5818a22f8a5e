import { z } from 'zod';
import { getSettingsSchema } from '../stages/settings.ts';
import { findStage, readStageFile } from '../stages/stages.ts';
import { defineCommand, EXIT, requireStage, STAGE_OPTION } from './command-line.ts';
import { formatTable } from './table.ts';

export const settingsCommand = defineCommand({
  usage: 'npm run settings -- --stage NAME',
  description: `Prints every setting of a stage: its value, its source (the default, the stage's file in infra/stages, or prices.json
there) and its meaning. Needs no credentials and changes nothing.`,
  options: STAGE_OPTION,
  exitCodes: '0, or 2 for wrong usage or invalid settings',
  run(values, terminal) {
    const { stage } = requireStage(values.stage);
    const rows = describeSettings(stage).map(({ path, value, source, meaning }) => [
      path,
      formatValue(value),
      source,
      meaning,
    ]);
    terminal.print(formatTable(['setting', 'value', 'source', 'meaning'], rows));
    return EXIT.ok;
  },
});

function formatValue(value: unknown): string {
  if (value === undefined) return '-';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** One setting of a stage. */
interface SettingDescription {
  /** Path in the settings, e.g. `waf.enabled` or `models.0.label`. */
  path: string;
  /** A text, a number, true or false; undefined if the setting is off. */
  value: unknown;
  /** The origin of the value. A value that is computed from other settings is also a default. */
  source: 'default' | 'stage file' | 'prices.json';
  /** One line. A field without its own description has the description of its parent. */
  meaning: string;
}

/** The part of JSON schema that the settings use. */
const schemaNode = z.object({
  description: z.string().optional(),
  get properties() {
    return z.record(z.string(), schemaNode).optional();
  },
});
type SchemaNode = z.output<typeof schemaNode>;

/**
 * Describes every setting of a stage.
 * @throws Error for an unknown stage or invalid settings.
 */
export function describeSettings(stage: string): SettingDescription[] {
  const file = readStageFile(stage);
  const settings = findStage(stage);
  const schema = schemaNode.parse(getSettingsSchema());
  return Object.keys(schema.properties ?? {}).flatMap((field) =>
    listPaths(readPath(settings, [field]), [field]).map((path) => ({
      path: path.join('.'),
      value: readPath(settings, path),
      source: findSource(path, file),
      meaning: findMeaning(schema, path),
    })),
  );
}

/** The paths of the values that are not objects with fields. */
function listPaths(value: unknown, path: string[]): string[][] {
  if (!isRecord(value) || Object.keys(value).length === 0) return [path];
  return Object.entries(value).flatMap(([key, part]) => listPaths(part, [...path, key]));
}

function readPath(value: unknown, path: string[]): unknown {
  return path.reduce<unknown>(
    (parent, key) => (isRecord(parent) && Object.hasOwn(parent, key) ? parent[key] : undefined),
    value,
  );
}

function findSource(path: string[], file: object): SettingDescription['source'] {
  if (readPath(file, path) !== undefined) return 'stage file';
  return path[0] === 'prices' && path.length > 1 ? 'prices.json' : 'default';
}

function findMeaning(schema: SchemaNode, path: string[]): string {
  let meaning = '';
  let node: SchemaNode | undefined = schema;
  for (const key of path) {
    node = node?.properties?.[key];
    meaning = node?.description ?? meaning;
  }
  return meaning;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
