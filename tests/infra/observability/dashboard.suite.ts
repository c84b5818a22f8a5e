import { describe, expect, it } from 'vitest';
import { METRIC_NAMESPACE, METRICS } from '../../../contract/metrics.ts';
import { other, prod, render } from '../support/cloud.ts';

interface Widget {
  type: string;
  properties: { title?: string; markdown?: string; alarms?: string[]; metrics?: unknown[][] };
}

const pageOf = (cloud: typeof prod) => {
  const { DashboardBody, DashboardName } = cloud.one(
    'AWS::CloudWatch::Dashboard',
    'DashboardPage',
  ).Properties;
  // Each reference is in a text of its own.
  const { widgets } = JSON.parse(render(DashboardBody)) as { widgets: Widget[] };
  return { name: DashboardName, widgets };
};
const { name, widgets } = pageOf(prod);

/** A graph's metrics: namespace, name, then dimensions by turns of name and value, then how it is drawn. */
const drawn = widgets
  .flatMap(({ properties }) => properties.metrics ?? [])
  .map((metric) => metric.slice(0, -1));
const ours = drawn.filter(([namespace]) => namespace === METRIC_NAMESPACE);

describe('the dashboard', () => {
  it('is called as its stack, and is the only one', () => {
    expect(name).toBe('Thumbforge-prod');
    expect(Object.keys(prod.all('AWS::CloudWatch::Dashboard'))).toEqual(['DashboardPage']);
  });

  it('begins with the alarms, all of them', () => {
    expect(widgets[0]).toMatchObject({ type: 'alarm' });
    expect(widgets[0]?.properties.alarms).toHaveLength(
      Object.keys(prod.all('AWS::CloudWatch::Alarm')).length,
    );
  });

  it('asks three questions, and answers them in few pictures', () => {
    expect(widgets.flatMap(({ properties }) => properties.markdown ?? [])).toEqual([
      '## Are creators getting pictures?',
      '## Is money right?',
      '## Does the cloud hold?',
    ]);
    expect(widgets.filter(({ type }) => type === 'metric')).toHaveLength(9);
  });

  it('shows every metric that the functions write, but what a closer look is for', () => {
    const shown = new Set(ours.map(([, metric]) => metric));

    expect(Object.keys(METRICS).filter((metric) => !shown.has(metric))).toEqual(['ClawbackShortfall']);
  });

  it("shows this stack's metrics alone, with dimensions that they are written with", () => {
    for (const [, metric, ...dimensions] of ours) {
      const names = dimensions.filter((_, place) => place % 2 === 0);
      expect(dimensions).toContain('Thumbforge-prod');
      expect([
        ['service'],
        ...METRICS[metric as keyof typeof METRICS].by.map((set) => [...set, 'service']),
      ]).toContainEqual(names);
    }
  });

  it("shows the stage's own models", () => {
    const text = JSON.stringify(pageOf(other).widgets);

    expect(text).toContain('stability.unknown-v1:0');
    expect(text).not.toContain('stability.stable-image-core-v1:1');
  });
});
