import { fileURLToPath } from 'node:url';

const DEV = fileURLToPath(new URL('../../build/dev', import.meta.url));

/** The folder of the cloud's data between runs. The variable `THUMBFORGE_DATA` selects another folder. */
export const DATA = `${DEV}/data`;

/** The folder of the assemblies. Each process of a cloud synthesizes into its own subfolder. */
export const ASSEMBLIES = `${DEV}/assemblies`;

/** The folder of the packages that Vite has prepared for the browser. */
export const VITE_CACHE = `${DEV}/vite`;

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
