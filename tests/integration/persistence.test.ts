import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { generateThumbnailResponse } from '#contract/endpoints/generation-schemas.ts';
import { LOCAL_PRICES } from '../../local/connect-services.ts';
import { listen, stop } from '../../local/emulators/serve.ts';
import { startCloud } from './support/cloud.ts';
import { newCreator, request } from '../support/cloud/creator.ts';

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'thumbforge-data-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

describe('a data folder', () => {
  it('restores users, credits, images, purchases and mail after a restart', async () => {
    const first = await startCloud({ dataDir });
    const creator = await newCreator(first);
    const { generationId } = generateThumbnailResponse.parse((await creator.generate('a castle')).body);
    const checkout = await creator.post('/api/create-stripe-checkout', {
      priceId: LOCAL_PRICES.starter,
      userId: creator.userId,
    });
    const sessionId = String(checkout.body['checkoutUrl']).split('/').at(-1) ?? '';
    first.stripe.controls.pay(sessionId);
    await first.stripe.controls.idle();
    await first.stop();

    const second = await startCloud({ dataDir });
    try {
      // The token of the first run stays valid because the keys of the pool are stored as well.
      const get = (path: string) => request(second.url + path, creator.token);
      expect((await get('/api/credits')).body).toEqual({ credits: 12, packs: ['starter'] });
      const found = await get(`/api/thumbnails/${generationId}`);
      expect(found.body['status']).toBe('succeeded');
      expect((await fetch(String(found.body['url']))).status).toBe(200);
      expect((await get('/api/purchases')).body['purchases']).toMatchObject([{ id: sessionId }]);
      expect(second.mailbox.list()[0]?.to).toBe(creator.email);
    } finally {
      await second.stop();
    }
  });
});

it('refuses a data folder that another process uses, but no folder of a process that has ended', async () => {
  await writeFile(join(dataDir, 'process'), String(process.ppid));

  await expect(startCloud({ dataDir })).rejects.toThrow(
    `Process ${process.ppid} uses the data in ${dataDir}.`,
  );

  const ended = spawn(process.execPath, ['--version']);
  await once(ended, 'exit');
  await writeFile(join(dataDir, 'process'), String(ended.pid));
  const cloud = await startCloud({ dataDir });
  expect(await readFile(join(dataDir, 'process'), 'utf8')).toBe(String(process.pid));
  await cloud.stop();
  await expect(readFile(join(dataDir, 'process'))).rejects.toThrow('ENOENT');
});

describe('a port in use', () => {
  it('is named by npm start before anything is built or replaced', async () => {
    const other = createServer();
    const { port } = await listen(other, 0, 'another program');

    const start = spawn(process.execPath, ['--import', 'tsx', 'local/start.ts'], {
      env: { ...process.env, PORT: String(port) },
    });
    const [output] = await Promise.all([text(start.stderr), once(start, 'exit')]);

    expect(output).toMatch(new RegExp(`^Port ${port} is in use, so Thumbforge cannot start\\. .+\n$`));
    await stop(other);
  });

  it('is named by the error, and the cloud stops what it started', async () => {
    const other = createServer();
    const { port } = await listen(other, 0, 'another program');

    await expect(startCloud({ port })).rejects.toThrow(`Port ${port} is in use`);

    await stop(other);
  });
});
