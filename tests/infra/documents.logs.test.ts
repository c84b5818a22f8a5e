import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ENDPOINT_NAMES, ENDPOINTS, routeKey } from '#contract/endpoints/endpoints.ts';
import { MCP, PUBLIC_ENDPOINT_NAMES, publicRouteKey } from '#contract/endpoints/public-api.ts';
import { METRICS } from '#contract/metrics.ts';
import { ACCESS_LOG } from '../../infra/constructs/api.ts';
import { listLogEvents, listMetadata } from './support/log-events.ts';

const RUNBOOK = readFileSync(join(import.meta.dirname, '../../docs/runbook.md'), 'utf8');
const FENCE = /^```\n([\s\S]*?)^```/gm;
/** The commands that a query of CloudWatch Logs Insights begins with. */
const QUERY = /^(?:fields|filter|stats) /;
const LANGUAGE =
  /^(?:fields|filter|stats|sort|limit|by|in|like|and|or|not|as|asc|desc|bin|count|sum|avg|min|max)$/;
/** The fields that the logger adds to each line of a function. */
const ALWAYS = ['level', 'message', 'timestamp', 'service', 'function_name', 'function_request_id'];
/** The Lambda function of each route, as its log group names it: `GenerateThumbnail`. */
const FUNCTIONS = new Map<string, string>(
  [
    ...ENDPOINT_NAMES.map((name) => [routeKey(name), ENDPOINTS[name].operation] as const),
    ...PUBLIC_ENDPOINT_NAMES.map((name) => [publicRouteKey(name), ENDPOINTS[name].operation] as const),
    ...MCP.methods.map((method) => [`${method} ${MCP.path}`, 'mcp'] as const),
  ].map(([route, operation]) => [
    route,
    operation.replaceAll(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase()),
  ]),
);

const listFields = (query: string) =>
  (query.replaceAll(/"[^"]*"/g, '').match(/(?<![\w.])[A-Za-z_]\w*/g) ?? []).filter(
    (word) => !LANGUAGE.test(word),
  );

it('a query of the logs in the runbook names only messages and fields that are logged', () => {
  const events = listLogEvents();
  const metadata = listMetadata();
  const metrics = Object.entries(METRICS).map(
    ([name, { by }]) => new Set([name, ...by.flat(), ...(metadata.get(name) ?? [])]),
  );
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
      ...(route === undefined || FUNCTIONS.has(route)
        ? []
        : [`no endpoint has the route "${route}": ${query}`]),
    ];
  });
  expect(queries.length).toBeGreaterThan(10);
  expect(wrong).toEqual([]);
});

it('a section of the runbook names the log group of the function whose route it looks for', () => {
  const sections = RUNBOOK.split(/^##+ /m).filter((section) => section.includes('routeKey = "'));
  const wrong = sections.flatMap((section) => {
    const functions = [...section.matchAll(/\brouteKey = "([^"]+)"/g)].map(([, route = '']) =>
      FUNCTIONS.get(route),
    );
    const named = [...section.matchAll(/\blog\s+(?:group\s+)?of\s+`(\w+)`/g)].map(([, name]) => name);
    const title = section.slice(0, section.indexOf('\n'));
    return functions.join() === named.join() ? [] : [`${title}: ${functions.join()} is not ${named.join()}`];
  });

  expect(sections.length).toBeGreaterThan(2);
  expect(wrong).toEqual([]);
});

it('only one section of the runbook looks for a message, so that each alarm leads to its own lines', () => {
  const messages = [...RUNBOOK.matchAll(/\bmessage = "([^"]+)"/g)].map(([, message]) => message);

  expect(messages.filter((message, at) => messages.indexOf(message) < at)).toEqual([]);
});

it('a query of the runbook for a route names its log, and only fields of this log', () => {
  const accessLog = new Set(Object.keys(ACCESS_LOG));
  const functionLog = listLogEvents().get('request completed');
  const queries = [...RUNBOOK.matchAll(/`(filter routeKey = [^`]+)`\s+on\s+the\s+(access\s+)?log\s/g)];
  const wrong = queries.flatMap(([, query = '', access]) => {
    const fields = access === undefined ? functionLog : accessLog;
    return listFields(query).flatMap((field) => (fields?.has(field) ? [] : [`${field}: ${query}`]));
  });

  expect(queries).toHaveLength(RUNBOOK.match(/\brouteKey = "/g)?.length ?? 0);
  expect(wrong).toEqual([]);
});
