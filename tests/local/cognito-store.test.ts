import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type TestPool, PASSWORD, POOL_ID, startTestPool } from './cognito-pool.ts';

let dataDir: string;
let pools: TestPool[];
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cognito-'));
  pools = [];
});
afterEach(async () => {
  await Promise.all(pools.map((pool) => pool.close()));
  await rm(dataDir, { recursive: true });
});

/** A new process on the same folder. The previous one is left as SIGKILL would leave it: it writes nothing more. */
async function start(): Promise<TestPool> {
  const pool = await startTestPool({ dataDir });
  pools.push(pool);
  return pool;
}

test('users, keys and sign-ins survive a restart of the user pool', async () => {
  const before = await start();
  const email = await before.createUser();
  const tokens = await before.signIn(email);

  const after = await start();
  expect(after.cognito.jwks(POOL_ID)).toEqual(before.cognito.jwks(POOL_ID));
  await expect(after.getUser(tokens.access)).resolves.toBeDefined();
  await expect(after.signIn(email)).resolves.toBeDefined();
  await expect(after.refresh(tokens.refresh)).resolves.toBeDefined();
});

test('a code is on disk before its e-mail is delivered', async () => {
  let stored = '';
  const pool = await startTestPool({
    dataDir,
    deliver: ({ code }) => {
      // The file must contain the code when the e-mail is delivered.
      stored = `${code} ${readFileSync(join(dataDir, `${POOL_ID}.json`), 'utf8')}`;
    },
  });
  pools.push(pool);
  await pool.signUp();
  const [code = 'none', content = ''] = stored.split(/ (.*)/s);
  expect(content).toContain(`"digits":"${code}"`);
});

test('the file of a user pool has no password and no refresh token, and only its owner can read it', async () => {
  const pool = await start();
  const { refresh } = await pool.signIn(await pool.createUser());
  const files = await readdir(dataDir);
  expect(files).toEqual([`${POOL_ID}.json`]);
  const path = join(dataDir, `${POOL_ID}.json`);
  const content = await readFile(path, 'utf8');
  expect(content).not.toContain(PASSWORD);
  expect(content).not.toContain(refresh);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test('a file that is not a user pool stops the start with an error that names it', async () => {
  await writeFile(join(dataDir, `${POOL_ID}.json`), '{"users":');
  await expect(start()).rejects.toThrow(/is not a user pool of this emulator\. Move it away/);
});
