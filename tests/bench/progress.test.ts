import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Progress } from '../support/progress.ts';

let written: string[];
const write = (text: string) => written.push(text);

beforeEach(() => {
  vi.useFakeTimers();
  written = [];
});
afterEach(() => vi.useRealTimers());

describe('the progress of a command', () => {
  it('is a line at the start of a step and every 15 seconds in a log', () => {
    const progress = new Progress({ write });
    progress.start('faults (part 1 of 2)');
    progress.expect(2_000);
    vi.advanceTimersByTime(15_000);
    for (let run = 0; run < 500; run += 1) progress.done();
    vi.advanceTimersByTime(15_000);
    for (let run = 0; run < 1_000; run += 1) progress.done();
    vi.advanceTimersByTime(15_000);
    progress.stop();
    vi.advanceTimersByTime(60_000);

    expect(written).toEqual([
      'faults (part 1 of 2): started\n',
      'faults (part 1 of 2): 0 of 2,000\n',
      'faults (part 1 of 2): 500 of 2,000, about 90 s left\n',
      'faults (part 1 of 2): 1,500 of 2,000, about 15 s left\n',
    ]);
  });

  it('starts to count again with each step, and names the time of a step without runs', () => {
    const progress = new Progress({ write });
    progress.start('faults');
    progress.expect(1);
    progress.done();
    progress.start('histories');
    vi.advanceTimersByTime(120_000);

    expect(written.slice(0, 3)).toEqual([
      'faults: started\n',
      'histories: started\n',
      'histories: 15 s so far\n',
    ]);
    expect(written.at(-1)).toBe('histories: 2 min so far\n');
  });

  it('is one line that changes and disappears on a terminal', () => {
    const progress = new Progress({ isTTY: true, write });
    progress.start('input');
    progress.expect(4);
    progress.done();
    vi.advanceTimersByTime(500);
    progress.stop();
    progress.stop();

    expect(written).toEqual([
      '\rinput: started\u001B[K',
      '\rinput: 1 of 4, about 2 s left\u001B[K',
      '\r\u001B[K',
    ]);
  });
});
