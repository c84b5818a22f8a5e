/** What a generation needs once it runs. The first page of a visitor does not load it. */
export { followGeneration } from './follow-generation.ts';
export { showRunning, tellEnd } from './tell.ts';
