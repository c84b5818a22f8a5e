/**
 * The processes in which `npm test` runs the projects of `vitest.config.ts`, in the order of their start. As many run at the same time as
 * the machine has cores. Each worker of a project imports its modules and warms up its code; in `integration` it also starts a cloud. In
 * one process, which runs a project on all cores before the next one, the tests take about a tenth longer; with all processes at the same
 * time on two cores, they use about a sixth more of the cores.
 */
export const TEST_PROCESSES = ['handlers and template', 'cloud', 'isolated', 'components'] as const;
export type TestProcess = (typeof TEST_PROCESSES)[number];

/** The variable that names the process. Without it, Vitest runs all projects. */
export const PROCESS_VARIABLE = 'TEST_PROCESS';
