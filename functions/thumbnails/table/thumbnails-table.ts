import { openTable } from '../../platform/tables.ts';

/** The table of the generations. Only the files of `functions/thumbnails` read and write its rows. */
export const THUMBNAILS = openTable('thumbnails');
