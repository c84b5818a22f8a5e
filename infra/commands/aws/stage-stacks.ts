import type { StageSettings } from '../../stages/settings.ts';
import { edgeStackOf, mainStackOf, type StageStack } from '../../stages/stacks.ts';

/** Every stack of a stage, in the order they deploy. */
export function stacksOf(settings: StageSettings): StageStack[] {
  return [edgeStackOf(settings), mainStackOf(settings)].filter((stack) => stack !== undefined);
}

/** The regions that the CDK has to be bootstrapped in. */
export function regionsOf(settings: StageSettings): string[] {
  return [...new Set(stacksOf(settings).map(({ region }) => region))];
}
