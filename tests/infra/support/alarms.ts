import { runInNewContext } from 'node:vm';
import { expect } from 'vitest';
import { z } from 'zod';
import { METRICS, type MetricName } from '#contract/metrics.ts';
import { render } from './cloud.ts';

interface Metric {
  Namespace: string;
  MetricName: string;
  Dimensions?: { Name: string; Value: unknown }[];
}
interface Query {
  Id: string;
  Expression?: string;
  MetricStat?: { Metric: Metric; Stat: string };
}

export interface AlarmProperties extends Partial<Metric> {
  AlarmName: string;
  AlarmDescription: string;
  AlarmActions: unknown[];
  OKActions: unknown[];
  Threshold: number;
  ComparisonOperator: string;
  TreatMissingData: string;
  Statistic?: string;
  Metrics?: Query[];
}

/** The samples of one period, by the name of the metric and the values of its dimensions. */
export type Samples = Record<string, readonly number[]>;

/** Computes a metric's statistic over the samples of one period. Undefined without a sample, e.g. before the first sample. */
function readStatistic(statistic: string, samples: readonly number[]): number | undefined {
  if (samples.length === 0) return undefined;
  const sum = samples.reduce((total, sample) => total + sample, 0);
  const statistics: Record<string, number> = {
    Sum: sum,
    SampleCount: samples.length,
    Average: sum / samples.length,
    Maximum: Math.max(...samples),
    Minimum: Math.min(...samples),
  };
  return statistics[statistic];
}

/**
 * The value of an alarm in one period; undefined for no data point. CloudWatch documents that arithmetic treats a missing
 * value as 0 and that FILL fills missing values, but neither for a metric that has no data point at all
 * (https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/using-metric-math.html). So the worst case counts here: an
 * expression with such a metric has no data point.
 */
function evaluate(alarm: AlarmProperties, samples: Samples): number | undefined {
  const read = (metric: Metric, statistic: string) => {
    const values = (metric.Dimensions ?? []).map(({ Value }) => render(Value));
    const key = [metric.MetricName, ...values.filter((value) => value !== 'Thumbforge-prod')].join(' ');
    return readStatistic(statistic, samples[key] ?? []);
  };
  if (alarm.Metrics === undefined) {
    const { Namespace = '', MetricName = '', Dimensions = [], Statistic = '' } = alarm;
    return read({ Namespace, MetricName, Dimensions }, Statistic);
  }
  const values = alarm.Metrics.flatMap(({ Id, MetricStat }) =>
    MetricStat === undefined ? [] : [[Id, read(MetricStat.Metric, MetricStat.Stat)] as const],
  );
  if (values.some(([, value]) => value === undefined)) return undefined;
  const [expression = ''] = alarm.Metrics.flatMap(({ Expression }) => Expression ?? []);
  const context = {
    ...Object.fromEntries(values),
    IF: (condition: boolean, yes: number, no: number) => (condition ? yes : no),
  };
  return z.number().parse(runInNewContext(expression, context));
}

const COMPARISONS: Record<string, (value: number, threshold: number) => boolean> = {
  GreaterThanThreshold: (value, threshold) => value > threshold,
  GreaterThanOrEqualToThreshold: (value, threshold) => value >= threshold,
  LessThanThreshold: (value, threshold) => value < threshold,
};

/** True if an alarm is active after these samples in each of its periods. */
export function isActive(alarm: AlarmProperties, samples: Samples): boolean {
  const value = evaluate(alarm, samples);
  if (value === undefined) return alarm.TreatMissingData === 'breaching';
  return COMPARISONS[alarm.ComparisonOperator]?.(value, alarm.Threshold) ?? false;
}

/** A metric of the functions must have a set of dimensions that they write, and belong to this stack. */
export function expectOwnMetric(name: string, dimensions: Map<string, unknown>): void {
  const { by } = METRICS[name as MetricName];
  const { service, ...rest } = Object.fromEntries(dimensions);
  expect(service).toBe('Thumbforge-prod');
  expect([[], ...by]).toContainEqual(Object.keys(rest));
}
