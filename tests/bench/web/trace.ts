import type { CDPSession, Page } from '@playwright/test';
import * as z from 'zod';

/** Builds strings, which allocates and collects as a page does. Text, because the benchmarks are type-checked without the DOM. */
const FLOOR_LOOP = `for (let round = 0; round < 200; round += 1) {
  let text = '';
  for (let letter = 0; letter < 10_000; letter += 1) text += 'a';
  if (text.length === 1) throw new Error('The engine must not leave out the loop.');
}`;
const FLOOR_ROUNDS = 5;

/** Returns the CPU times of the fixed loop on this machine, in ms. The floor is measured around the work, because the speed of a machine changes. */
export async function measureFloors(page: Page, session: CDPSession): Promise<number[]> {
  const rounds: number[] = [];
  while (rounds.length < FLOOR_ROUNDS) {
    const tasks = listTasks(await trace(session, () => page.evaluate(FLOOR_LOOP)));
    rounds.push(Math.max(...tasks.map(({ tdur }) => tdur)) / 1_000);
  }
  return rounds;
}

const traceEvent = z.object({
  name: z.string(),
  pid: z.number(),
  tid: z.number(),
  ts: z.number().default(0),
  /** Durations in microseconds, like `ts`: `dur` of the clock, `tdur` of the CPU. */
  dur: z.number().default(0),
  tdur: z.number().default(0),
  args: z.looseObject({
    name: z.string().optional(),
    data: z.looseObject({ type: z.string().optional() }).optional(),
  }),
});
type TraceEvent = z.output<typeof traceEvent>;

/** Records the tasks of a page's main thread while it acts. */
export async function trace(session: CDPSession, act: () => Promise<unknown>): Promise<TraceEvent[]> {
  const events: unknown[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...value));
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  const categories = 'devtools.timeline,disabled-by-default-devtools.timeline,__metadata';
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: categories.split(',') },
  });
  await act();
  await session.send('Tracing.end');
  await complete;
  return z.array(traceEvent).parse(events);
}

/** Returns the events of the page's main thread. */
function listMain(events: readonly TraceEvent[]): TraceEvent[] {
  const main = events.find(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain');
  return events.filter(({ pid, tid }) => pid === main?.pid && tid === main.tid);
}

/** Returns the tasks of the page's main thread, earliest first. */
export function listTasks(events: readonly TraceEvent[]): TraceEvent[] {
  const tasks = listMain(events).filter(({ name, tdur }) => name === 'RunTask' && tdur > 0);
  return tasks.toSorted((a, b) => a.ts - b.ts);
}

/**
 * Returns the CPU time of the main thread in ms for each frame: of the tasks since the frame before it or, for an event, since the event.
 * A frame ends with the task that commits it.
 */
export function listFrames(events: readonly TraceEvent[], event?: string): number[] {
  const own = listMain(events);
  const starts = (name: string, type?: string) =>
    own
      .filter((each) => each.name === name && (type === undefined || each.args.data?.type === type))
      .map(({ ts }) => ts);
  const [commits, triggers] = [
    starts('Commit'),
    event === undefined ? undefined : starts('EventDispatch', event),
  ];
  const frames: number[] = [];
  let work = 0;
  let isCounted = triggers === undefined;
  for (const { ts, dur, tdur } of listTasks(events)) {
    const has = (times: readonly number[]) => times.some((time) => time >= ts && time <= ts + dur);
    isCounted ||= triggers !== undefined && has(triggers);
    if (isCounted) work += tdur;
    if (!isCounted || !has(commits)) continue;
    frames.push(work / 1_000);
    work = 0;
    isCounted = triggers === undefined;
  }
  return frames;
}
