import { fileURLToPath } from 'node:url';

const DEV = fileURLToPath(new URL('../../build/dev', import.meta.url));

/** The data of the cloud between runs, without `THUMBFORGE_DATA`. */
export const DATA = `${DEV}/data`;

/** What each process of a cloud synthesizes. */
export const ASSEMBLIES = `${DEV}/assemblies`;

/** The packages that Vite has prepared for the browser. */
export const VITE_CACHE = `${DEV}/vite`;

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
