import * as z from 'zod/mini';

/**
 * The use of a reference. `style`: the image gets the colors and the technique of the reference. `layout`: the image gets its composition.
 */
export const referenceUse = z.enum(['style', 'layout'], 'reference.use must be style or layout');
export type ReferenceUse = z.infer<typeof referenceUse>;
