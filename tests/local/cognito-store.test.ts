import {
  ConfirmSignUpCommand,
  GetTokensFromRefreshTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CLIENT_ID, type CognitoWorld, PASSWORD, POOL_ID, someone, startWorld } from './cognito-world.ts';

let dataDir: string;
let worlds: CognitoWorld[];
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cognito-'));
  worlds = [];
});
afterEach(async () => {
  await Promise.all(worlds.map((world) => world.close()));
  await rm(dataDir, { recursive: true });
});

/** A new process on the same directory. The one before is left as SIGKILL would leave it: it gets no last word. */
async function start(): Promise<CognitoWorld> {
  const world = await startWorld({ dataDir });
  worlds.push(world);
  return world;
}

test('users, keys and sign-ins outlive the process', async () => {
  const before = await start();
  const email = await before.confirmed();
  const tokens = await before.tokensFor(email);

  const after = await start();
  expect(after.cognito.jwks(POOL_ID)).toEqual(before.cognito.jwks(POOL_ID));
  await expect(after.getUser(tokens.access)).resolves.toBeDefined();
  await expect(after.tokensFor(email)).resolves.toBeDefined();
  await expect(
    after.sdk.send(
      new GetTokensFromRefreshTokenCommand({ ClientId: CLIENT_ID, RefreshToken: tokens.refresh }),
    ),
  ).resolves.toBeDefined();
});

test('a mailed code and the count of wrong ones outlive the process', async () => {
  const before = await start();
  const email = await before.signUp();
  const code = before.codeFor(email);
  const confirm = (world: CognitoWorld, ConfirmationCode: string) =>
    world.sdk.send(new ConfirmSignUpCommand({ ClientId: CLIENT_ID, Username: email, ConfirmationCode }));
  for (let i = 0; i < 4; i += 1)
    await expect(confirm(before, 'wrong')).rejects.toThrow('Invalid verification');

  const after = await start();
  await expect(confirm(after, 'wrong')).rejects.toThrow('Invalid verification');
  await expect(confirm(after, code)).rejects.toMatchObject({ name: 'LimitExceededException' });
});

test('a code is on disk before its mail leaves', async () => {
  let stored = '';
  const world = await startWorld({
    dataDir,
    deliver: ({ code }) => {
      // Read where the mail would leave: the file must have the code by then.
      stored = `${code} ${readFileSync(join(dataDir, `${POOL_ID}.json`), 'utf8')}`;
    },
  });
  worlds.push(world);
  await world.signUp();
  const [code = 'none', content = ''] = stored.split(/ (.*)/s);
  expect(content).toContain(`"digits":"${code}"`);
});

test('the disk has no password and no refresh token, and is for its owner only', async () => {
  const world = await start();
  const { refresh } = await world.tokensFor(await world.confirmed());
  const files = await readdir(dataDir);
  expect(files).toEqual([`${POOL_ID}.json`]);
  const path = join(dataDir, `${POOL_ID}.json`);
  const content = await readFile(path, 'utf8');
  expect(content).not.toContain(PASSWORD);
  expect(content).not.toContain(refresh);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test('a file that is not a pool stops the start with a sentence', async () => {
  await writeFile(join(dataDir, `${POOL_ID}.json`), '{"users":');
  await expect(start()).rejects.toThrow(/is not a user pool of this emulator\. Move it away/);
});

test('a pool made again keeps its users and takes the new properties', async () => {
  const world = await start();
  const email = await world.confirmed();
  world.cognito.createUserPool(POOL_ID, {
    UsernameAttributes: ['email'],
    AutoVerifiedAttributes: ['email'],
    Policies: { PasswordPolicy: { MinimumLength: 40 } },
  });
  await expect(world.tokensFor(email)).resolves.toBeDefined();
  await expect(world.signUp(someone())).rejects.toMatchObject({ name: 'InvalidPasswordException' });
});
