import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ENDPOINTS } from '#contract/endpoints/endpoints.ts';
import { METRICS } from '#contract/metrics.ts';
import { DAY, linkRunbook, type AlarmRow, type GraphRow } from '../../infra/monitoring/alarm-row.ts';
import { listAlarms } from '../../infra/monitoring/alarms.ts';
import { GRAPHS } from '../../infra/monitoring/graphs.ts';
import { STAGES } from './support/stages.ts';

const RUNBOOK = readFileSync(join(import.meta.dirname, '../../docs/runbook.md'), 'utf8');
const WORDS: Record<string, number> = {
  two: 2,
  three: 3,
  five: 5,
  six: 6,
  ten: 10,
  twenty: 20,
};

/** Returns the first sentence with digits: "Five or more failed in an hour" -> "5 or more failed in 1 hour". */
const readSentence = (text: string) =>
  text
    .replaceAll(/\s+/g, ' ')
    .replace(/\. .*/, '')
    .toLowerCase()
    // A status is no threshold.
    .replaceAll(/\b[45]xx\b/g, 'status')
    .replaceAll(/\b[a-z]+\b/g, (word) => String(WORDS[word] ?? word))
    .replaceAll(/(?<=\d),(?=\d{3})/g, '')
    .replaceAll(/\b(?:an hour|60 minutes)\b/g, '1 hour')
    .replaceAll(/\bdaily\b|\b(?:last|a) day\b|\b24 hours\b/g, '1 day');

function describeTime(minutes: number): string {
  if (minutes % DAY === 0) return minutes === DAY ? '1 day' : `${minutes / DAY} days`;
  return minutes === 60 ? '1 hour' : `${minutes} minutes`;
}

type Row = GraphRow | AlarmRow;

/** Returns true if the metric is an age in seconds. */
const isAge = ({ metric }: Row) =>
  metric.kind === 'own' && metric.statistic === 'Maximum' && METRICS[metric.name].unit === 'Seconds';

/** Returns the words for the time in which the alarm counts. A row that starts with the first event, or at a level, has none. */
function describePeriod(row: Row): string[] {
  const { metric, minutes, threshold } = row;
  const periods = 'periods' in row ? (row.periods ?? 1) : 1;
  if (isAge(row) || (metric.kind === 'vendor' && threshold < 1)) return [];
  if ('startsWithoutData' in row) return [describeTime(periods * minutes)];
  if (periods > 1) return [`each of ${periods} periods of ${describeTime(minutes)}`];
  return threshold === 1 && minutes < DAY ? [] : [describeTime(minutes)];
}

/** Returns the words for the numbers at which the alarm starts. A row that starts with the first event has none. */
function describeThreshold(row: Row): string[] {
  const { metric, threshold } = row;
  if (isAge(row)) return [`more than ${threshold / 60} minutes`];
  if (metric.kind === 'percentage' || metric.kind === 'serverErrorRate') {
    // At 100 %, the sentence says that none succeeded.
    return [String(metric.least), ...(threshold === 100 ? [] : [`${threshold} %`])];
  }
  if (metric.kind === 'vendor' && threshold < 1) return [`${threshold * 100} %`];
  if (metric.kind === 'bucket' && metric.name === 'BytesDownloaded') return [`${threshold / 1e9} gb`];
  return threshold === 1 ? [] : [String(threshold)];
}

/** The alarms whose threshold is a setting of the stage. Their sentences name the setting. */
const SETTINGS: Record<string, string> = {
  ModelSpend: 'dailymodelspendusd',
  OldestWaiting: 'longestwaitseconds',
};

/** Returns false if a query of the access log looks for another route than the endpoint whose failures the row counts. */
function isOfRow(query: string, { metric }: Row): boolean {
  if (metric.kind !== 'serverErrors' || metric.endpoint === 'mcp') return true;
  const { method, path } = ENDPOINTS[metric.endpoint];
  return query === `routeKey = "${method} ${path}"`;
}

/**
 * Returns the words that are wrong, as patterns: the alarm starts at its threshold, or above it if it compares with above, and at `least`.
 * A row that starts with the first event names no number of events.
 */
function listWrong(row: Row): string[] {
  const { metric, threshold } = row;
  const isAbove = 'comparison' in row && row.comparison === 'above';
  const starts = [...(isAbove ? [] : [threshold]), ...('least' in metric ? [metric.least] : [])];
  return [
    ...starts.map((number) => `more than ${number}`),
    ...(isAbove ? [`${threshold}(?: %)? or more`, `at least ${threshold}`] : []),
    ...(threshold === 1 ? ['\\d+ (?:or more|times)'] : []),
  ];
}

function findMissingNumbers(name: string, row: Row, text: string): string[] {
  const sentence = readSentence(text);
  const period = describePeriod(row);
  // The same number can be the threshold and the length of the period.
  const rest = period.reduce((all, words) => all.replace(words, ''), sentence);
  const setting = SETTINGS[name];
  const threshold = setting === undefined ? describeThreshold(row) : [setting];
  const wrong = setting === undefined ? listWrong(row) : [];
  const has = (words: string) => new RegExp(`(?<![\\d.])${words}(?![\\d.]*\\d)`).test(rest);
  return [...period.filter((words) => !sentence.includes(words)), ...threshold.filter((words) => !has(words))]
    .map((words) => `${name}: "${words}" is missing in "${sentence}"`)
    .concat(
      wrong.filter(has).map((words) => `${name}: the alarm does not start at "${words}" in "${sentence}"`),
    );
}

it.each<[string, Row]>([...Object.entries(listAlarms(STAGES.prod)), ...Object.entries(GRAPHS)])(
  'the sentence of %s in its message and in the runbook has the numbers of its row',
  (name, row) => {
    const anchor = linkRunbook(name).replace('docs/runbook.md#', '');
    const section =
      RUNBOOK.split(/^##+ /m).find((part) =>
        part.toLowerCase().replaceAll(' ', '-').startsWith(`${anchor}\n`),
      ) ?? '';
    const beginning = /^_([^_]+)_$/m.exec(section)?.[1] ?? '';
    const texts = 'description' in row ? [row.description, beginning] : [beginning];

    expect(texts.flatMap((text) => findMissingNumbers(name, row, text))).toEqual([]);
    expect(section.match(/routeKey = "[^"]+"/g)?.filter((query) => !isOfRow(query, row)) ?? []).toEqual([]);
  },
);
