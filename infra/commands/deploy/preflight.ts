import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { StageSettings } from '../../stages/settings.ts';
import { BOOTSTRAP_VERSION, bootstrapCommand, bootstrapVersion } from '../aws/bootstrap.ts';
import { findCaller } from '../aws/caller.ts';
import { regionsOf } from '../aws/stage-stacks.ts';

const manifest = z.object({ engines: z.object({ node: z.string().regex(/^>=\d+(\.\d+)*$/) }) });

/**
 * Looks for what would stop a deployment half-way, before anything is built. The settings have been parsed already.
 * @returns the account it would go to.
 * @throws Error that says what to do first; the SDK's errors as they are.
 */
export async function preflight(settings: StageSettings): Promise<string> {
  await checkNode(process.versions.node);
  const { account } = await findCaller(settings.region);
  const versions = await Promise.all(
    regionsOf(settings).map(async (region) => [region, await bootstrapVersion(region)] as const),
  );
  const missing = versions.filter(([, version = 0]) => version < BOOTSTRAP_VERSION);
  if (missing.length > 0) {
    const commands = missing.map(([region]) => `  ${bootstrapCommand(account, region)}`);
    throw new Error(
      `The CDK is not bootstrapped yet, or its bootstrap is too old. First:\n${commands.join('\n')}`,
    );
  }
  return account;
}

/** @throws Error for a Node.js older than package.json asks for. */
export async function checkNode(version: string): Promise<void> {
  const file = await readFile(new URL('../../../package.json', import.meta.url), 'utf8');
  const wanted = manifest.parse(JSON.parse(file)).engines.node.slice('>='.length);
  if (wanted.localeCompare(version, 'en', { numeric: true }) > 0)
    throw new Error(`This is Node.js ${version}; it has to be ${wanted} or later.`);
}
