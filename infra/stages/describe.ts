import { z } from 'zod';
import { settingsSchema } from './settings.ts';
import { findStage, stageFile } from './stages.ts';

/** One setting as it stands for a stage. */
export interface DescribedSetting {
  /** Where it is in the settings, e.g. `rateLimits.generationsPerMinute` or `models.0.label`. */
  path: string;
  /** A text, a number, true or false; undefined where the setting is off. */
  value: unknown;
  /** Who says so. What is worked out of other settings is a default too. */
  source: 'default' | 'stage file' | 'prices.json';
  /** One line, without a full stop. Parts without one of their own have that of the whole. */
  meaning: string;
}

/** The part of JSON schema that the settings use. */
const node = z.object({
  description: z.string().optional(),
  get properties() {
    return z.record(z.string(), node).optional();
  },
});
type Node = z.output<typeof node>;

/**
 * Every setting of a stage, resolved, with what it means and where it comes from.
 * @throws Error for a name without settings, or for settings that are wrong.
 */
export function describeSettings(stage: string): DescribedSetting[] {
  const file = stageFile(stage);
  const settings = findStage(stage);
  const schema = node.parse(settingsSchema());
  return Object.keys(schema.properties ?? {}).flatMap((field) =>
    leaves(value(settings, [field]), [field]).map((path) => ({
      path: path.join('.'),
      value: value(settings, path),
      source: sourceOf(path, file),
      meaning: meaningOf(schema, path),
    })),
  );
}

/** The paths to what has no parts. */
function leaves(given: unknown, path: string[]): string[][] {
  if (typeof given !== 'object' || given === null) return [path];
  return Object.entries(given).flatMap(([key, part]) => leaves(part, [...path, key]));
}

function value(given: unknown, path: string[]): unknown {
  return path.reduce<unknown>(
    (whole, key) => (isRecord(whole) && Object.hasOwn(whole, key) ? whole[key] : undefined),
    given,
  );
}

function sourceOf(path: string[], file: object): DescribedSetting['source'] {
  if (value(file, path) !== undefined) return 'stage file';
  return path[0] === 'prices' && path.length > 1 ? 'prices.json' : 'default';
}

function meaningOf(schema: Node, path: string[]): string {
  let meaning = '';
  let part: Node | undefined = schema;
  for (const key of path) {
    part = part?.properties?.[key];
    meaning = part?.description ?? meaning;
  }
  return meaning;
}

function isRecord(given: unknown): given is Record<string, unknown> {
  return typeof given === 'object' && given !== null;
}
