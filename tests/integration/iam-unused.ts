import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startVitest } from 'vitest/node';
import { z } from 'zod';
import { withTempFolder } from '../support/temp-folder.ts';

/**
 * `npm run iam:unused` runs the integration tests and lists the permissions that no request used: function, action,
 * resource. `-- FILE` adds the requests of another run, e.g. the requests of `IAM_USAGE_FILE=FILE npm run test:e2e`.
 */
async function main(): Promise<void> {
  await withTempFolder('iam-usage', async (folder) => {
    const usage = join(folder, 'usage.jsonl');
    for (const file of process.argv.slice(2)) await appendFile(usage, await readFile(file));
    process.env['IAM_USAGE_FILE'] = usage;
    const vitest = await startVitest('test', [], { run: true, project: ['integration'] });
    await vitest.close();
    const lines = listUnused(await readFile(usage, 'utf8'));
    process.stdout.write(`${lines.join('\n')}\n${lines.length} permissions were not used.\n`);
  });
}

/** The lines that `Iam` records. */
const record = z.tuple([z.enum(['granted', 'used']), z.string(), z.string(), z.string()]);

/** No emulator has this service, and CDK's own functions do not run on the embedded cloud. */
const OTHERS = /^Custom|^\S+ logs:/;

function listUnused(usage: string): string[] {
  const permissions = { granted: new Set<string>(), used: new Set<string>() };
  for (const line of usage.trim().split('\n')) {
    const [kind, role, action, resource] = record.parse(JSON.parse(line));
    const [, name = role] = /(\w+?)(?:Service)?Role[0-9A-F]{8}$/.exec(role) ?? [];
    permissions[kind].add(`${name} ${action} ${resource}`);
  }
  return [...permissions.granted].filter((line) => !permissions.used.has(line) && !OTHERS.test(line)).sort();
}

await main();
