import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startEmulators } from '../../local/emulators/emulators.ts';
import { listen, stop } from '../../local/emulators/serve.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'emulators-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const start = (folder: string | undefined = dataDir) =>
  startEmulators({
    region: 'us-west-2',
    dataDir: folder,
    instantModel: true,
    functions: { findArn: () => undefined, invoke: () => Promise.resolve(null) },
  });

describe('the port of Stripe, to which stored receipts link', () => {
  it('is the same after a restart, or a free one if another program uses it', async () => {
    const first = await start();
    await first.close();
    const second = await start();
    expect(second.stripe.endpoint).toBe(first.stripe.endpoint);
    await second.close();

    const other = createServer();
    const { endpoint } = await listen(other, Number(new URL(first.stripe.endpoint).port), 'another program');
    const third = await start();
    expect(third.stripe.endpoint).not.toBe(endpoint);
    expect((await fetch(third.stripe.endpoint)).status).toBeGreaterThan(0);
    await third.close();
    await stop(other);
  });
});

describe('two sets of emulators', () => {
  it('start at the same time, each on its own ports', async () => {
    const both = await Promise.all([start(dataDir), start(join(dataDir, 'other'))]);
    const endpoints = both.flatMap(({ endpoints: all, stripe }) => [...Object.values(all), stripe.endpoint]);
    expect(new Set(endpoints).size).toBe(endpoints.length);
    await Promise.all(both.map((emulators) => emulators.close()));
  });
});
