import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type EmbeddedCloud, startEmbeddedCloud } from '../embedded-cloud.ts';
import { isErrorLine, readSettings } from '../environment.ts';
import { listModelPrices, synthesizeBuilt } from '../synthesize.ts';
import { readAssembly } from '../template/assembly.ts';
import { writeDevSite } from './dev-site.ts';
import { ASSEMBLIES, DATA } from './folders.ts';
import type { CloudCommand, CloudReport } from './messages.ts';

/**
 * Runs a cloud of `npm run dev` in this process. Only a new process can run changed modules of `infra/` and `contract/`. The new process
 * synthesizes while the old process still runs, and starts its cloud after the command `start`.
 */
async function main(): Promise<void> {
  const folder = join(ASSEMBLIES, String(process.pid));
  const outdir = join(folder, 'assembly');
  const { stage, ...settings } = readSettings();
  await synthesizeBuilt({
    site: await writeDevSite(join(folder, 'site')),
    hasExamples: true,
    linksBundles: true,
    outdir,
    settings: stage,
  });
  let cloud: Promise<EmbeddedCloud> | undefined;
  process.on('message', (command: CloudCommand) => {
    if (command.kind === 'start') (cloud = start(outdir, settings)).catch(fail);
    else replace(cloud, command.operations).catch(fail);
  });
  // The channel closes when this cloud is replaced, and when the other process ends for any reason.
  process.once('disconnect', () => {
    const stopped = Promise.resolve(cloud).then((running) => running?.stop());
    void stopped.then(() => rm(folder, { recursive: true, force: true })).then(() => process.exit(0), fail);
  });
  report({ kind: 'synthesized', templateHash: await hashTemplate(outdir) });
}

type CloudSettings = Omit<ReturnType<typeof readSettings>, 'stage'>;

async function start(
  assembly: string,
  { usesAwsModels, port: publicPort, dataDir = DATA, ...settings }: CloudSettings,
): Promise<EmbeddedCloud> {
  const cloud = await startEmbeddedCloud({
    ...settings,
    assembly,
    dataDir,
    publicPort,
    awsModels: usesAwsModels ? { prices: await listModelPrices(), print } : undefined,
    onLog: (line) => isErrorLine(line) && print(`${line.functionName} ${line.text}`),
  });
  report({ kind: 'ready', port: cloud.port, warnings: cloud.warnings });
  return cloud;
}

async function replace(
  cloud: Promise<EmbeddedCloud> | undefined,
  operations: readonly string[],
): Promise<void> {
  (await cloud)?.replaceFunctions((bundle) => operations.includes(basename(dirname(bundle))));
}

async function hashTemplate(folder: string): Promise<string> {
  const { template } = await readAssembly(folder);
  const withoutCode = Object.entries(template.Resources).map(([id, { Type, Properties }]) => [
    id,
    Type,
    Type === 'AWS::Lambda::Function' ? { ...Properties, Code: undefined } : Properties,
  ]);
  return createHash('sha256')
    .update(JSON.stringify([withoutCode, template.Outputs]))
    .digest('hex');
}

function report(message: CloudReport): void {
  process.send?.(message);
}

function print(text: string): void {
  process.stderr.write(`${text}\n`);
}

function fail(error: unknown): never {
  print(error instanceof Error ? error.message : String(error));
  process.exit(1);
}

// Ctrl-C reaches all processes of the terminal. This process ends when the other process has closed the channel.
process.on('SIGINT', () => undefined);
main().catch(fail);
