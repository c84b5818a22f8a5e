import { expect } from 'vitest';
import { METRICS, type MetricName } from '../../../contract/metrics.ts';

/** A metric of the functions must have a set of dimensions that they write, and belong to this stack. */
export function expectOwnMetric(name: string, dimensions: Map<string, unknown>): void {
  const { by } = METRICS[name as MetricName];
  const { service, ...rest } = Object.fromEntries(dimensions);
  expect(service).toBe('Thumbforge-prod');
  expect([[], ...by]).toContainEqual(Object.keys(rest));
}
