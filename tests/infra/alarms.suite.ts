import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ENDPOINT_NAMES, ENDPOINTS } from '#contract/endpoints/endpoints.ts';
import { linkRunbook, type AlarmRow } from '../../infra/monitoring/alarm-row.ts';
import { listAlarms } from '../../infra/monitoring/alarms.ts';
import { GRAPHS } from '../../infra/monitoring/graphs.ts';
import { API_NAMESPACE } from '../../infra/monitoring/metrics.ts';
import { dev, prod, render, type Cloud } from './support/cloud.ts';
import { STAGES } from './support/stages.ts';

interface AlarmProperties {
  AlarmName: string;
  AlarmDescription: string;
  AlarmActions: unknown[];
  OKActions: unknown[];
}

const listNames = (cloud: Cloud) =>
  Object.keys(cloud.all('AWS::CloudWatch::Alarm')).map((id) => id.replace(/^Alarms/, ''));
const readAlarm = (name: string) =>
  prod.one('AWS::CloudWatch::Alarm', `Alarms${name}`).Properties as unknown as AlarmProperties;
const rows: [name: string, row: AlarmRow][] = Object.entries(listAlarms(STAGES.prod));

/** Returns the most that the value of a metric can be. */
function findMost({ metric }: Pick<AlarmRow, 'metric'>): number {
  if (metric.kind === 'percentage' || metric.kind === 'serverErrorRate') return 100;
  // An invocation writes 0 or 1.
  if (metric.kind === 'functionErrors' && metric.statistic === 'Minimum') return 1;
  // SES writes a rate, from 0 to 1.
  return metric.kind === 'vendor' && metric.name.startsWith('Reputation.') ? 1 : Infinity;
}

/** No value is below 0. */
function canStart(row: AlarmRow): boolean {
  if (row.comparison === 'below') return row.threshold > 0;
  return row.comparison === 'above' ? row.threshold < findMost(row) : row.threshold <= findMost(row);
}

describe('the table of the alarms', () => {
  it('has a row for each alarm of every stage, so that dev tests the alarms of prod', () => {
    const names = rows.map(([name]) => name);

    expect([prod, dev].map(listNames)).toEqual([names, names]);
  });

  it('takes two thresholds from the stage: the cost of the models, and the time in line', () => {
    const changed = listAlarms({ dailyModelSpendUsd: 12.5, longestWaitSeconds: 60 });
    const differing = rows.flatMap(([name, { threshold }]) =>
      changed[name]?.threshold === threshold ? [] : [[name, changed[name]?.threshold]],
    );

    expect(differing).toEqual([
      ['OldestWaiting', 180],
      ['ModelSpend', 12.5],
    ]);
  });

  it('has no threshold beyond all values of its metric, e.g. above 100 %, with which the alarm never starts', () => {
    expect(rows.filter(([, row]) => !canStart(row)).map(([name]) => name)).toEqual([]);
  });

  it('never counts failed invocations of the function of an endpoint: its answers with 5xx are successful invocations', () => {
    const operations = new Set<string>(ENDPOINT_NAMES.map((name) => ENDPOINTS[name].operation));
    const listFunctions = ({ metric }: AlarmRow): string[] => {
      if (metric.kind === 'functionErrors') return [metric.function];
      return metric.kind === 'functionErrorSum' ? Object.values(metric.functions) : [];
    };
    const misplaced = rows.filter(([, row]) => listFunctions(row).some((name) => operations.has(name)));

    // Use the kind `serverErrors` for these.
    expect(misplaced.map(([name]) => name)).toEqual([]);
  });
});

describe('an alarm', () => {
  it.each(rows)('notifies the topic when it starts and ends, and says what to do: %s', (name, row) => {
    const alarm = readAlarm(name);
    expect(alarm.AlarmName).toBe(`Thumbforge-prod ${name}`);
    expect(alarm.AlarmActions.map(render)).toEqual(['${NotificationsTopic}']);
    expect(alarm.OKActions.map(render)).toEqual(['${NotificationsTopic}']);
    expect(alarm.AlarmDescription).toContain(` ${row.act} docs/runbook.md#`);
    // CloudWatch's maximum.
    expect(alarm.AlarmDescription.length).toBeLessThanOrEqual(1_024);
  });
});

/** `RefundRate` -> `refund-rate` */
const toAnchor = (name: string) => linkRunbook(name).replace('docs/runbook.md#', '');
const graphs = Object.keys(GRAPHS);
const names = [...rows.map(([name]) => name), 'SiteErrors'];

describe('the runbook', () => {
  const text = readFileSync('docs/runbook.md', 'utf8');
  const sections = text.split(/^## /m).slice(1);
  const readTitle = (section: string) =>
    section.slice(0, section.indexOf('\n')).toLowerCase().replaceAll(' ', '-');

  it('has a section for each alarm, the budget and the graphs, and no other section', () => {
    const inEdge = prod.firewall?.one('AWS::CloudWatch::Alarm', 'SiteErrors').Properties as unknown;

    expect((inEdge as AlarmProperties).AlarmDescription).toMatch(/ docs\/runbook\.md#site-errors$/);
    expect(sections.map(readTitle).toSorted()).toEqual(
      [...names.map(toAnchor), 'monthly-budget', 'graphs'].toSorted(),
    );
  });

  it('says for each alarm whether the person acts at once or on the same day', () => {
    const silent = sections
      .filter((section) => !/^- \*\*(Urgent|Same day)\*\*/m.test(section))
      .map(readTitle);

    expect(silent).toEqual(['graphs']);
  });

  it('has a part for each graph with a line', () => {
    const parts = [...text.matchAll(/^### (.+)$/gm)].map(([, title = '']) =>
      title.toLowerCase().replaceAll(' ', '-'),
    );

    expect(parts.toSorted()).toEqual(graphs.map(toAnchor).toSorted());
  });
});

it('docs/operations.md says of each value whether it is an alarm or a graph, and why', () => {
  const text = readFileSync('docs/operations.md', 'utf8').replaceAll(/\n(?!- )/g, ' ');
  const list = text.matchAll(/^- \[[^\]]+\]\(runbook\.md#([a-z-]+)\), (alarm|graph): \S.{20,}/gm);

  expect([...list].map(([, anchor, kind]) => `${anchor} ${kind}`).toSorted()).toEqual(
    [
      ...names.map((name) => `${toAnchor(name)} alarm`),
      ...graphs.map((name) => `${toAnchor(name)} graph`),
    ].toSorted(),
  );
  expect(/Of \d+ values, \d+ are alarms and \d+ are graphs/.exec(text)?.[0]).toBe(
    `Of ${names.length + graphs.length} values, ${names.length} are alarms and ${graphs.length} are graphs`,
  );
});

it('the responses with 5xx are counted by endpoint from the access log, and apart from the responses of other stages', () => {
  const { Properties } = prod.one('AWS::Logs::MetricFilter', 'ServerErrors');
  const { Format } = prod.one('AWS::ApiGatewayV2::Stage', 'ApiStage').Properties[
    'AccessLogSettings'
  ] as Record<string, unknown>;
  const fields = JSON.parse(String(Format)) as Record<string, string>;

  expect(render(Properties['LogGroupName'])).toBe('${ApiAccessLog}');
  expect(Properties).toMatchObject({
    FilterPattern: '{ $.status = "5*" }',
    MetricTransformations: [
      {
        MetricNamespace: API_NAMESPACE,
        MetricName: 'ServerErrors',
        MetricValue: '1',
        Dimensions: [
          { Key: 'service', Value: '$.service' },
          { Key: 'route', Value: '$.routeKey' },
        ],
      },
    ],
  });
  expect(Object.keys(fields)).toEqual(expect.arrayContaining(['status', 'service', 'routeKey']));
});
