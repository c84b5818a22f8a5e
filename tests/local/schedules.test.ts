import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Schedules } from '../../local/schedules.ts';

const MINUTE = 60_000;
const invoke = vi.fn<(arn: string, event: unknown) => Promise<unknown>>();
const onError = vi.fn<(message: string) => void>();
let schedules: Schedules;

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T09:00:00Z') });
  invoke.mockReset().mockResolvedValue(null);
  onError.mockReset();
  schedules = new Schedules({ invoke }, onError);
});
afterEach(() => {
  schedules.close();
  vi.useRealTimers();
});

describe('a schedule', () => {
  it.each([
    ['rate(1 minute)', MINUTE],
    ['rate(5 minutes)', 5 * MINUTE],
    ['rate(2 hours)', 120 * MINUTE],
    ['rate(1 day)', 1440 * MINUTE],
  ])('with %s invokes its functions after each interval', (expression, interval) => {
    schedules.add(expression, ['arn:a', 'arn:b']);
    vi.advanceTimersByTime(interval - 1);
    expect(invoke).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(invoke.mock.calls.map(([arn]) => arn)).toEqual(['arn:a', 'arn:b']);
    vi.advanceTimersByTime(interval);
    schedules.close();
    vi.advanceTimersByTime(interval);
    expect(invoke).toHaveBeenCalledTimes(4);
  });

  it('passes an event of EventBridge with the time', () => {
    schedules.add('rate(1 minute)', ['arn:a']);
    vi.advanceTimersByTime(MINUTE);
    expect(invoke).toHaveBeenCalledWith('arn:a', {
      source: 'aws.events',
      'detail-type': 'Scheduled Event',
      time: '2026-11-21T09:01:00.000Z',
    });
  });

  it('reports a function that fails, and invokes it again', async () => {
    invoke.mockRejectedValueOnce(new Error('no table'));
    schedules.add('rate(1 minute)', ['arn:a']);
    await vi.advanceTimersByTimeAsync(2 * MINUTE);
    expect(onError.mock.calls).toEqual([['The scheduled function arn:a failed: Error: no table']]);
    expect(invoke).toHaveBeenCalledTimes(2);
  });

  it.each(['cron(0 12 * * ? *)', 'rate(5 weeks)', 'at(2026-11-21T09:00:00)'])('rejects %s', (expression) => {
    expect(() => schedules.add(expression, ['arn:a'])).toThrow(`not ${expression}`);
  });
});
