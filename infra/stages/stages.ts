import { dev } from './dev.ts';
import { readPrices } from './prices.ts';
import { prod } from './prod.ts';
import { parseSettings, type StageInput, type StageSettings } from './settings.ts';

const STAGES = { dev, prod };

/**
 * What a stage's own file says.
 * @throws Error for a name without a file.
 */
export function stageFile(name: string): StageInput {
  const input = Object.entries(STAGES).find(([stage]) => stage === name)?.[1];
  if (input === undefined) {
    throw new Error(`There is no stage "${name}". Stages: ${Object.keys(STAGES).join(', ')}.`);
  }
  return input;
}

/**
 * The settings of a stage by its name.
 * @throws Error for a name without settings, or for settings that are wrong.
 */
export function findStage(name: string): StageSettings {
  const input = stageFile(name);
  const prices = readPrices(name);
  return parseSettings({ ...(prices && { prices }), ...input });
}
