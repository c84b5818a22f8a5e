/** The code that follows a running generation. A visitor's first page does not load it. */
export { followGeneration } from './follow-generation.ts';
export { giveLayers } from './give-layers.ts';
export { showRunning, tellEnd } from './tell.ts';
