import { DAY, type GraphRow } from './alarm-row.ts';

/** 5xx responses of an operation that one creator alone seldom reaches by trying again. */
const OPERATION_FAILURES = 5;

/**
 * The graphs with a line. They were alarms, but nobody has to act soon: the product refunds or repeats what failed, and an alarm
 * starts if many creators are affected. "Alarms and graphs" in docs/operations.md has the reason of each.
 */
export const GRAPHS: Record<string, GraphRow> = {
  ReferenceFailures: {
    title: 'Failed requests to YouTube',
    metric: { kind: 'own', name: 'ReferenceFailures', statistic: 'Sum' },
    minutes: 5,
    threshold: 20,
  },
  CutoutErrors: {
    title: 'Cut-outs answered with 5xx',
    metric: { kind: 'serverErrors', endpoint: 'createCutout' },
    minutes: 15,
    threshold: OPERATION_FAILURES,
  },
  EditErrors: {
    title: 'Edits answered with 5xx',
    metric: { kind: 'serverErrors', endpoint: 'createEdit' },
    minutes: 15,
    threshold: OPERATION_FAILURES,
  },
  McpErrors: {
    title: 'Calls of the MCP server answered with 5xx',
    metric: { kind: 'serverErrors', endpoint: 'mcp' },
    minutes: 15,
    threshold: OPERATION_FAILURES,
  },
  DeadLetters: {
    title: 'Dead letters of the line',
    metric: { kind: 'deadLetters' },
    minutes: 5,
    threshold: 1,
  },
  UnconfirmedUsers: {
    title: 'Failed runs that delete unconfirmed users, a day',
    metric: { kind: 'functionErrors', function: 'delete-unconfirmed-users', statistic: 'Sum' },
    minutes: DAY,
    threshold: 3,
  },
};
