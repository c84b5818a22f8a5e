import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ENDPOINT_NAMES, ENDPOINTS } from '#contract/endpoints/endpoints.ts';
import type { AlarmRow } from '../../infra/monitoring/alarm-row.ts';
import { listAlarms } from '../../infra/monitoring/alarms.ts';
import { API_NAMESPACE } from '../../infra/monitoring/metrics.ts';
import { dev, prod, render, type Cloud } from './support/cloud.ts';
import { STAGES } from './support/stages.ts';

interface AlarmProperties {
  AlarmName: string;
  AlarmDescription: string;
  AlarmActions: unknown[];
  OKActions: unknown[];
}

const readAlarms = (cloud: Cloud) =>
  Object.fromEntries(
    Object.entries(cloud.all('AWS::CloudWatch::Alarm')).map(([id, { Properties }]) => [
      id.replace(/^Alarms/, ''),
      Properties as unknown as AlarmProperties,
    ]),
  );
const alarms = Object.entries(readAlarms(prod));
const rows: [name: string, row: AlarmRow][] = Object.entries(listAlarms(STAGES.prod));

describe('the table of the alarms', () => {
  it('has a row for each alarm of every stage, so that dev tests the alarms of prod', () => {
    const names = rows.map(([name]) => name);

    expect([prod, dev].map((cloud) => Object.keys(readAlarms(cloud)))).toEqual([names, names]);
  });

  it('takes two thresholds from the stage: the cost of the models, and the longest wait', () => {
    const changed = listAlarms({ dailyModelSpendUsd: 12.5, longestWaitSeconds: 60 });
    const differing = rows.flatMap(([name, { threshold }]) =>
      changed[name]?.threshold === threshold ? [] : [[name, changed[name]?.threshold]],
    );

    expect(differing).toEqual([
      ['OldestWaiting', 180],
      ['ModelSpend', 12.5],
    ]);
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
  it.each(alarms)('notifies the topic when it starts and ends: %s', (name, alarm) => {
    expect(alarm.AlarmName).toBe(`Thumbforge-prod ${name}`);
    expect(alarm.AlarmActions.map(render)).toEqual(['${NotificationsTopic}']);
    expect(alarm.OKActions.map(render)).toEqual(['${NotificationsTopic}']);
    // CloudWatch's maximum.
    expect(alarm.AlarmDescription.length).toBeLessThanOrEqual(1_024);
  });
});

describe('the runbook', () => {
  it('has a section for each alarm and the budget, with the name in their messages, and no other section', () => {
    const headings = [...readFileSync('docs/runbook.md', 'utf8').matchAll(/^## (.+)$/gm)].map(
      ([, title = '']) => title.toLowerCase().replaceAll(' ', '-'),
    );
    const inEdge = prod.firewall?.one('AWS::CloudWatch::Alarm', 'SiteErrors').Properties as unknown;
    const anchors = [...alarms.map(([, alarm]) => alarm), inEdge as AlarmProperties].map(
      ({ AlarmDescription }) => /docs\/runbook\.md#([a-z-]+)$/.exec(AlarmDescription)?.[1],
    );

    expect(headings.toSorted()).toEqual([...anchors, 'monthly-budget'].toSorted());
  });
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
