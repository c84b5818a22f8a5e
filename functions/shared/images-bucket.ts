import { requireEnv } from './environment.ts';

/** The bucket of thumbnails and reference images. */
export const IMAGES_BUCKET = requireEnv('IMAGES_BUCKET');
