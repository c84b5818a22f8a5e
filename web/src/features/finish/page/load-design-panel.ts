/** Loads the layers and their controls. They load beside the thumbnail, so that they are there when the thumbnail has loaded. */
export const loadDesignPanel = () => import('./design-panel.tsx');
