import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { runCommand } from '../../infra/commands/command-line.ts';
import { SMOKE_CHECKS, smokeCommand, smokeTest } from '../../infra/commands/smoke.ts';
import type { SmokeResult } from '../../infra/commands/smoke/check.ts';
import type { StageAccess } from '../../infra/commands/stage-access.ts';
import { createTerminal } from '../infra/support/terminal.ts';
import {
  breakAnswers,
  withBody,
  withStatus,
  expectDeleted,
  recordUsers,
  shareStage,
} from './support/temporary-users.ts';

const NAMES = SMOKE_CHECKS.map(({ name }) => name);

let access: StageAccess;
beforeAll(async () => {
  access = await shareStage();
});
afterEach(() => vi.unstubAllGlobals());
afterAll(() => vi.unstubAllEnvs());

/** Runs every check against the shared cloud. */
async function smoke(signal = new AbortController().signal, noImage = false) {
  const { terminal, printed } = createTerminal();
  const exitCode = await smokeTest(access, { json: true, noImage, signal, terminal });
  const { results } = z
    .object({ results: z.array(z.custom<SmokeResult>()) })
    .parse(JSON.parse(printed.join('\n')));
  const names = (status: string) =>
    results.filter((result) => result.status === status).map(({ check }) => check);
  return { exitCode, ok: names('ok'), failed: names('FAIL'), skipped: names('skip') };
}

describe('the smoke test of a healthy stage', () => {
  it('passes every check, deletes its users, and prints neither addresses nor tokens', async () => {
    const { terminal, printed, warned } = createTerminal();

    const exitCode = await runCommand(smokeCommand, ['--stage', 'local'], terminal);

    const output = printed.join('\n');
    expect(output).toContain(`${NAMES.length + 1} ok, 0 failures, 0 skipped.`);
    expect({ exitCode, warned }).toEqual({ exitCode: 0, warned: [] });
    for (const name of [...NAMES, 'deletion']) expect(output).toContain(`ok  ${name}`);
    expect(output).not.toMatch(/@|eyJ|Signature/);
  });

  it('makes no image if told so, and passes the checks that need no image', async () => {
    const { exitCode, ok, failed, skipped } = await smoke(undefined, true);

    expect({ exitCode, failed }).toEqual({ exitCode: 0, failed: [] });
    expect(skipped).toEqual(['generation', 'image', 'unsigned image', 'list', 'another user']);
    expect(ok).toHaveLength(NAMES.length + 1 - skipped.length);
  });
});

describe('the smoke test of a broken stage', () => {
  it('fails, skips the checks that need what failed, and still deletes its users', async () => {
    const ids = recordUsers(access);
    breakAnswers(/^POST \/api\/generate-thumbnail$/, withStatus(503));

    const { exitCode, failed, skipped } = await smoke();

    expect({ exitCode, failed }).toEqual({ exitCode: 1, failed: ['generation'] });
    expect(skipped).toEqual(['image', 'unsigned image', 'list', 'another user']);
    expect(ids).toHaveLength(2);
    await expectDeleted(access, ids);
  });

  it('stops at an interruption, and still deletes its users', async () => {
    const ids = recordUsers(access);
    const interruption = new AbortController();
    breakAnswers(/^POST \/api\/generate-thumbnail$/, (forward) => {
      interruption.abort();
      return forward();
    });

    const { exitCode, ok, failed, skipped } = await smoke(interruption.signal);

    expect({ exitCode, failed }).toEqual({ exitCode: 1, failed: [] });
    expect(ok.at(-1)).toBe('deletion');
    expect(skipped).toEqual(NAMES.slice(NAMES.indexOf('generation')));
    await expectDeleted(access, ids);
  });

  it('reports a deletion that leaves the sign-in, and deletes it', async () => {
    const ids = recordUsers(access);
    breakAnswers(/^DELETE/, withBody({ closed: true }));

    const { exitCode, failed } = await smoke();

    expect({ exitCode, failed }).toEqual({ exitCode: 1, failed: ['deletion'] });
    await expectDeleted(access, ids);
  });

  it('says that a stage without a stack is not deployed', async () => {
    const { terminal } = createTerminal();
    const { signal } = new AbortController();

    const run = smokeTest({ ...access, stage: 'dev', outputs: {} }, { json: false, signal, terminal });

    await expect(run).rejects.toThrow('The stage dev is not deployed. Run: npm run deploy -- --stage dev');
  });
});
