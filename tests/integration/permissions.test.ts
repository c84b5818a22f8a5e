import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import type { EmbeddedCloud } from '../../local/embedded-cloud.ts';
import { startCloud } from './support/cloud.ts';
import { addCreator, type Creator } from '../support/cloud/creator.ts';
import { Recorder } from '../support/recorder.ts';

const template = z.looseObject({ Resources: z.record(z.string(), z.unknown()) });

/** An action in place of the removed action. Every role has it. */
const OTHER_ACTION = '"logs:PutLogEvents"';

let folder: string;
let cloud: EmbeddedCloud;
let creator: Creator;
const log = new Recorder<string>();

/** Writes the assembly of the other tests again, without an action in the role of a function. */
async function removePermissions(removed: readonly [role: string, action: string][]): Promise<void> {
  for (const name of await readdir(inject('assembly'))) {
    const path = join(inject('assembly'), name);
    if (!name.endsWith('.template.json')) {
      await symlink(path, join(folder, name));
      continue;
    }
    const changed = template.parse(JSON.parse(await readFile(path, 'utf8')));
    for (const [role, action] of removed) {
      const [id = '', resource] =
        Object.entries(changed.Resources).find(([each]) => each.startsWith(role)) ?? [];
      changed.Resources[id] = JSON.parse(JSON.stringify(resource).replaceAll(`"${action}"`, OTHER_ACTION));
    }
    await writeFile(join(folder, name), JSON.stringify(changed));
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'permissions-'));
  await removePermissions([
    ['ReadCreditsRole', 'dynamodb:GetItem'],
    ['GenerateThumbnailRole', 'secretsmanager:GetSecretValue'],
  ]);
  cloud = await startCloud({ assembly: folder, onLog: ({ text }) => log.add(text) });
  creator = await addCreator(cloud);
});
afterAll(async () => {
  await cloud.stop();
  await rm(folder, { recursive: true });
});

describe('without one permission in the role of its function', () => {
  it('"receives the welcome credits once" in generate.test.ts fails: the balance answers 500', async () => {
    expect((await creator.get('/api/credits')).status).toBe(500);
    // The worker's output arrives on another channel than its result.
    await log.until((lines) => lines.some((line) => line.includes('AccessDeniedException')));
  });

  it('"returns the URL of an image" in generate.test.ts fails: the key that signs it cannot be read', async () => {
    expect(await creator.generate('a castle')).toMatchObject({ status: 500, body: { charge: 'none' } });
  });
});
