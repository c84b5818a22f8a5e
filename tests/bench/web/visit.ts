import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { createServer } from 'node:net';
import { findBrowser } from '../../support/browsers.ts';

/** The measures of one first visit to a page. */
export interface Visit {
  /** Lighthouse's index of the speed of this machine, measured in this visit: higher is faster. */
  benchmarkIndex: number;
  /** Transferred scripts and style sheets, compressed and with their HTTP/1.1 headers, in kB of 1,000 bytes. */
  script: number;
  style: number;
  /** Lighthouse's scores, 0 to 100. */
  performance: number;
  accessibility: number;
  bestPractices: number;
  seo: number;
  /** Milliseconds until the largest contentful paint, and of tasks beyond 50 ms before the page is interactive. */
  largestPaint: number;
  blocking: number;
  /** Cumulative layout shift, to three places. Smaller shifts are a pixel or two when the font arrives. */
  shift: number;
  /** Requests to another origin than the page's. */
  thirdParty: number;
  consoleErrors: number;
}

/** Lighthouse's index of the machine on which the budgets were set. A quarter of its speed stands for a phone. */
const REFERENCE_INDEX = 1_500;

/**
 * Computes how many times slower than this machine the phone of the budgets is. The phone stays the same on a slower or busier
 * machine, so a time is compared with the speed that the machine had in the same run.
 */
export function findPhoneSlowdown(benchmarkIndex: number): number {
  return (4 * benchmarkIndex) / REFERENCE_INDEX;
}

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];

/**
 * Visits a page with a new browser and nothing cached, as a phone with 1.6 Mbit/s, round trips of 150 ms and a slower
 * processor. Lighthouse simulates all three from what the visit did.
 * @param slowdown how many times slower than this machine the phone is.
 * @throws Error when Lighthouse could not measure.
 */
export async function visit(url: string, slowdown: number): Promise<Visit> {
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath: findBrowser('chromium'),
    args: [
      `--remote-debugging-port=${port}`,
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
    ],
  });
  try {
    const result = await lighthouse(url, {
      port,
      onlyCategories: CATEGORIES,
      logLevel: 'silent',
      throttling: { cpuSlowdownMultiplier: slowdown },
    });
    if (!result || result.lhr.runtimeError) {
      throw new Error(
        `Lighthouse could not measure ${url}: ${result?.lhr.runtimeError?.message ?? 'no result'}`,
      );
    }
    return read(result.lhr, new URL(url).origin);
  } finally {
    await browser.close();
  }
}

type Report = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr'];
interface Request {
  url: string;
  resourceType: string;
  transferSize: number;
}

function read({ categories, audits, environment }: Report, origin: string): Visit {
  const score = (category: string) => Math.round((categories[category]?.score ?? Number.NaN) * 100);
  const value = (audit: string) => audits[audit]?.numericValue ?? Number.NaN;
  const requests = readDetails(audits, 'network-requests') as Request[];
  const kilobytes = (type: string) =>
    requests
      .filter(({ resourceType }) => resourceType === type)
      .reduce((sum, { transferSize }) => sum + transferSize, 0) / 1_000;
  return {
    benchmarkIndex: environment.benchmarkIndex,
    script: kilobytes('Script'),
    style: kilobytes('Stylesheet'),
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
    seo: score('seo'),
    largestPaint: value('largest-contentful-paint'),
    blocking: value('total-blocking-time'),
    shift: Math.round(value('cumulative-layout-shift') * 1_000) / 1_000,
    thirdParty: requests.filter(({ url }) => isElsewhere(url, origin)).length,
    consoleErrors: readDetails(audits, 'errors-in-console').length,
  };
}

function readDetails(audits: Report['audits'], audit: string): unknown[] {
  const details = audits[audit]?.details;
  if (details?.type !== 'table') throw new Error(`Lighthouse's audit ${audit} has no table.`);
  return details.items;
}

const isElsewhere = (url: string, origin: string) =>
  !['data:', 'blob:'].includes(new URL(url).protocol) && new URL(url).origin !== origin;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}
