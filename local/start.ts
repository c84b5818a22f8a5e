import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { EmbeddedCloud } from './embedded-cloud.ts';
import { isErrorLine, readSettings } from './environment.ts';
import { type OpenSite, openSite } from './open-site.ts';
import { Progress } from './progress.ts';
import { onStopRequest } from './stop-request.ts';
import { listModelPrices, synthesize } from './synthesize.ts';

const ASSEMBLIES = fileURLToPath(new URL('../build/local', import.meta.url));

const progress = new Progress(process.stderr);

/** Runs `npm start`: the product on the embedded cloud. */
async function main(): Promise<void> {
  const settings = readSettings();
  // Each port has its own assembly, because the functions are loaded from it later.
  const site = await openSite(settings.port);
  const outdir = join(ASSEMBLIES, String(site.port));
  const deleteAssembly = () => rm(outdir, { recursive: true, force: true });
  const cloud = await start(settings, site, outdir).catch(async (error: unknown) => {
    await deleteAssembly();
    throw error;
  });
  progress.end();
  for (const warning of cloud.warnings) print(warning);
  if (settings.usesAwsModels)
    print('MODELS=aws: Amazon Bedrock makes the images, and your AWS account pays for them.');
  process.stdout.write(`ready ${cloud.url}\n`);
  const stop = async () => {
    try {
      await cloud.stop();
    } finally {
      await deleteAssembly();
    }
  };
  onStopRequest(() => void stop().then(() => process.exit(0), fail));
}

async function start(
  { stage, usesAwsModels, ...settings }: ReturnType<typeof readSettings>,
  site: OpenSite,
  outdir: string,
): Promise<EmbeddedCloud> {
  const [assembly, { startEmbeddedCloud }] = await Promise.all([
    synthesize({ outdir, settings: stage, runStep: progress.run }),
    // The module loads while the functions and the site are built.
    import('./embedded-cloud.ts'),
  ]);
  const awsModels = usesAwsModels ? { prices: await listModelPrices(), print } : undefined;
  return progress.run('starting', () =>
    startEmbeddedCloud({
      ...settings,
      site,
      assembly,
      awsModels,
      onLog: (line) => isErrorLine(line) && print(`${line.functionName} ${line.text}`),
    }),
  );
}

function print(text: string): void {
  progress.print(text);
}

function fail(error: unknown): never {
  progress.end();
  print(error instanceof Error ? error.message : String(error));
  process.exit(1);
}

main().catch(fail);
