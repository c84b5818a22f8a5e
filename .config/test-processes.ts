/**
 * The processes in which `npm test` runs the projects of `vitest.config.ts` at the same time. Each worker of a project imports its
 * modules and warms up its code; in `integration` it also starts a cloud. In one process, which runs a project on all cores before the
 * next one, this takes about a tenth of the time.
 */
export const TEST_PROCESSES = ['site', 'cloud', 'handlers and template'] as const;
export type TestProcess = (typeof TEST_PROCESSES)[number];

/** The variable that names the process. Without it, Vitest runs all projects. */
export const PROCESS_VARIABLE = 'TEST_PROCESS';
