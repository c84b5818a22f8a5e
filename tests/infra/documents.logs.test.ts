import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ENDPOINT_NAMES, routeKey } from '#contract/endpoints/endpoints.ts';
import { METRICS } from '#contract/metrics.ts';
import { ACCESS_LOG } from '../../infra/constructs/api.ts';
import { listLogEvents } from './support/log-events.ts';

const RUNBOOK = readFileSync(join(import.meta.dirname, '../../docs/runbook.md'), 'utf8');
const FENCE = /^```\n([\s\S]*?)^```/gm;
/** The commands that a query of CloudWatch Logs Insights begins with. */
const QUERY = /^(?:fields|filter|stats) /;
const LANGUAGE =
  /^(?:fields|filter|stats|sort|limit|by|in|like|and|or|not|as|asc|desc|bin|count|sum|avg|min|max)$/;
/** The fields that the logger adds to each line of a function. */
const ALWAYS = ['level', 'message', 'timestamp', 'service', 'function_name', 'function_request_id'];
const ROUTES = new Set<string>(ENDPOINT_NAMES.map(routeKey));

const listFields = (query: string) =>
  (query.replaceAll(/"[^"]*"/g, '').match(/(?<![\w.])[A-Za-z_]\w*/g) ?? []).filter(
    (word) => !LANGUAGE.test(word),
  );

it('a query of the logs in the runbook names only messages and fields that are logged', () => {
  const events = listLogEvents();
  const metrics = Object.entries(METRICS).map(([name, { by }]) => new Set([name, ...by.flat()]));
  const lines = [...events.values(), new Set(Object.keys(ACCESS_LOG)), ...metrics];
  const all = new Set(lines.flatMap((fields) => [...fields]));
  const blocks = [...RUNBOOK.matchAll(FENCE)];
  const spans = [...RUNBOOK.replaceAll(FENCE, '').matchAll(/`([^`]+)`/g)];
  const queries = [...blocks, ...spans]
    .map(([, text = '']) => text.trim())
    .filter((text) => QUERY.test(text));
  const wrong = queries.flatMap((query) => {
    const message = /\bmessage = "([^"]+)"/.exec(query)?.[1];
    const route = /\brouteKey = "([^"]+)"/.exec(query)?.[1];
    const named = listFields(query).filter((field) => !ALWAYS.includes(field));
    // A query that counts by message reads all lines. Any other query reads lines of one kind.
    const isMixed = /\bby message\b/.test(query);
    const fields =
      message === undefined
        ? isMixed
          ? all
          : lines.find((line) => named.every((field) => line.has(field)))
        : events.get(message);
    if (fields === undefined) return [`no log has this message or these fields together: ${query}`];
    const unknown = named.filter((field) => !fields.has(field));
    return [
      ...unknown.map((field) => `no log has the field ${field}: ${query}`),
      ...(route === undefined || ROUTES.has(route) ? [] : [`no endpoint has the route "${route}": ${query}`]),
    ];
  });
  expect(queries.length).toBeGreaterThan(10);
  expect(wrong).toEqual([]);
});
