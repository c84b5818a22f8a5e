import { randomInt } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
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
  const storePort = (port: number) => writeFile(join(dataDir, 'stripe-port'), String(port));
  const readPort = async () => Number(await readFile(join(dataDir, 'stripe-port'), 'utf8'));

  it('is stored with the data, and used again after a restart', async () => {
    const first = await start();
    expect(first.stripe.endpoint).toBe(`http://127.0.0.1:${await readPort()}`);
    await first.close();

    // Below the range from which the system gives free ports to other tests.
    const port = 20_000 + randomInt(10_000);
    await storePort(port);
    const second = await start();
    expect(second.stripe.endpoint).toBe(`http://127.0.0.1:${port}`);
    await second.close();
  });

  it('is another one if a program uses it', async () => {
    const other = createServer();
    const { port, endpoint } = await listen(other, 0, 'another program');
    await storePort(port);
    const emulators = await start();
    expect(emulators.stripe.endpoint).not.toBe(endpoint);
    expect(emulators.stripe.endpoint).toBe(`http://127.0.0.1:${await readPort()}`);
    await emulators.close();
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
