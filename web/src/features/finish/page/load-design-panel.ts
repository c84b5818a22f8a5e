import { loadLanguages } from '../translations/use-languages.ts';

/**
 * Loads the layers and their controls, and the code that shows a language. They load beside the thumbnail, so that they are there when the
 * thumbnail has loaded.
 */
export const loadDesignPanel = async () => {
  const languages = loadLanguages();
  const panel = await import('./design-panel.tsx');
  await languages;
  return panel;
};
