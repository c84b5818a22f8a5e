import { markText } from '../lib/mark-text.ts';
import type { Generation } from './generation.ts';

/** Computes the same mark for two presses that ask for the same. Two uploads count as equal if their images are equal. */
export const markInput = (kind: Generation['kind'], input: Generation['input']): string =>
  markText(JSON.stringify([kind, input], (name, value: unknown) => (name === 'upload' ? undefined : value)));
