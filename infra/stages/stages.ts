import { dev } from './dev.ts';
import { readPrices } from './prices.ts';
import { prod } from './prod.ts';
import { parseSettings, type StageInput, type StageSettings } from './settings.ts';

const STAGES: Record<string, StageInput> = { dev, prod };

export const STAGE_NAMES = Object.keys(STAGES);

/**
 * The settings in a stage's own file.
 * @throws Error for an unknown stage.
 */
export function readStageFile(name: string): StageInput {
  const input = Object.hasOwn(STAGES, name) ? STAGES[name] : undefined;
  if (input === undefined) {
    throw new Error(`There is no stage "${name}". Stages: ${STAGE_NAMES.join(', ')}.`);
  }
  return input;
}

/**
 * The complete settings of a stage.
 * @throws Error for an unknown stage or invalid settings.
 */
export function findStage(name: string): StageSettings {
  const input = readStageFile(name);
  return parseSettings({ prices: readPrices(name), ...input });
}
