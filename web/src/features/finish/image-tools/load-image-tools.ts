export const loadCropControl = () => import('./crop-control.tsx');

/** Loads the tools together with the field that asks a text model, so that nothing moves when the tools are opened. */
export const loadImageTools = () => Promise.all([import('./image-tools.tsx'), import('./ask-field.tsx')]);
