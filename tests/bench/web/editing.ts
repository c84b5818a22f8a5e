import { chromium, type CDPSession, type Page } from '@playwright/test';
import * as z from 'zod';
import { createCreator } from '../../e2e/support/creator.ts';
import { connectDevTools } from '../../e2e/support/dev-tools.ts';
import { findBrowser } from '../../support/browsers.ts';
import { median } from '../report.ts';

/** CPU time of the page's main thread for a frame of painting, or from a key to the frame that shows its letter. */
interface Work {
  measure: 'painting' | 'typing';
  /** The median, in ms. */
  ms: number;
  /** The median and the slowest frame, as multiples of the floor. */
  ratio: number;
  slowest: number;
  /** The budget of `ratio`. */
  limit: number;
}

/** Budgets of the medians, as multiples of the floor: what they were when the budgets were set, and a quarter to a half more. */
const MAX_PAINTING = 0.45;
const MAX_TYPING = 1.35;
const STROKES = 5;
const MOVES = 40;
const WORDS = 'WE MADE IT IN ONE DAY';
/** A slow typist: the previews follow after 400 ms, and must not be in the way of the next key. */
const KEY_PAUSE_MS = 450;

/**
 * Paints a mask and types a headline on the finish page. The trace counts the CPU time of the main thread, not the time on the
 * clock, because the machine is shared, and the same page runs a fixed loop as the floor, because machines differ in speed.
 */
export async function measureEditing(url: string): Promise<Work[]> {
  const creator = await createCreator(await connectDevTools(url));
  const [id] = await creator.generate('A castle on a hill');
  const browser = await chromium.launch({ executablePath: findBrowser('chromium'), args: ['--no-sandbox'] });
  try {
    const viewport = { width: 1_366, height: 657 };
    const { storageState } = creator;
    const page = await browser.newPage({ viewport, storageState, baseURL: url });
    const session = await page.context().newCDPSession(page);
    await page.goto(`/thumbnails/${id}?tab=image`);
    await page.getByRole('group', { name: 'Image tools' }).getByRole('button', { name: 'Erase' }).click();
    await page.getByRole('img', { name: 'The painted area' }).waitFor();
    const floors = await measureFloors(page, session);
    const painting = await trace(session, () => paint(page));
    floors.push(...(await measureFloors(page, session)));
    await page.getByRole('tab', { name: 'Design' }).click();
    await page.getByRole('button', { name: 'Add your headline' }).click();
    await page.getByRole('textbox', { name: 'Words' }).fill('');
    const typing = await trace(session, () => page.keyboard.type(WORDS, { delay: KEY_PAUSE_MS }));
    floors.push(...(await measureFloors(page, session)));
    const floor = median(floors);
    const summarize = (frames: number[]) => ({
      ms: median(frames),
      ratio: median(frames) / floor,
      slowest: Math.max(...frames) / floor,
    });
    return [
      { measure: 'painting', ...summarize(listFrames(painting)), limit: MAX_PAINTING },
      { measure: 'typing', ...summarize(listFrames(typing, 'keydown')), limit: MAX_TYPING },
    ];
  } finally {
    await browser.close();
  }
}

/** Builds strings, which allocates and collects as a page does. Text, because the benchmarks are type-checked without the DOM. */
const FLOOR_LOOP = `for (let round = 0; round < 200; round += 1) {
  let text = '';
  for (let letter = 0; letter < 10_000; letter += 1) text += 'a';
  if (text.length === 1) throw new Error('The engine must not leave out the loop.');
}`;
const FLOOR_ROUNDS = 5;

/** Returns the CPU times of the fixed loop on this machine, in ms. The floor is measured around the work, because the speed of a machine changes. */
async function measureFloors(page: Page, session: CDPSession): Promise<number[]> {
  const rounds: number[] = [];
  while (rounds.length < FLOOR_ROUNDS) {
    const tasks = listTasks(await trace(session, () => page.evaluate(FLOOR_LOOP)));
    rounds.push(Math.max(...tasks.map(({ tdur }) => tdur)) / 1_000);
  }
  return rounds;
}

async function paint(page: Page): Promise<void> {
  const { x, y, width, height } = (await page
    .getByRole('img', { name: 'The painted area' })
    .boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  for (let stroke = 1; stroke <= STROKES; stroke += 1) {
    const row = y + (height * stroke) / (STROKES + 1);
    await page.mouse.move(x + width * 0.1, row);
    await page.mouse.down();
    for (let move = 1; move <= MOVES; move += 1) {
      await page.mouse.move(x + width * (0.1 + (0.8 * move) / MOVES), row + 20 * Math.sin(move));
    }
    await page.mouse.up();
  }
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

async function trace(session: CDPSession, act: () => Promise<unknown>): Promise<TraceEvent[]> {
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
function listTasks(events: readonly TraceEvent[]): TraceEvent[] {
  const tasks = listMain(events).filter(({ name, tdur }) => name === 'RunTask' && tdur > 0);
  return tasks.toSorted((a, b) => a.ts - b.ts);
}

/**
 * Returns the CPU time of the main thread in ms for each frame: of the tasks since the frame before it or, for an event, since the event.
 * A frame ends with the task that commits it.
 */
function listFrames(events: readonly TraceEvent[], event?: string): number[] {
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
