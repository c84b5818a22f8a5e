import { isErrorLine, readSettings } from './environment.ts';
import { Progress } from './progress.ts';
import { onStopRequest } from './stop-request.ts';
import { listModelPrices, synthesize } from './synthesize.ts';

const progress = new Progress(process.stderr);

/** Runs `npm start`: the product on the embedded cloud. */
async function main(): Promise<void> {
  const { stage, usesAwsModels, ...settings } = readSettings();
  const [assembly, { startEmbeddedCloud }] = await Promise.all([
    synthesize({ settings: stage, runStep: progress.run }),
    // The module loads while the functions and the site are built.
    import('./embedded-cloud.ts'),
  ]);
  const awsModels = usesAwsModels ? { prices: await listModelPrices(), print } : undefined;
  const cloud = await progress.run('starting', () =>
    startEmbeddedCloud({
      ...settings,
      assembly,
      awsModels,
      onLog: (line) => isErrorLine(line) && print(`${line.functionName} ${line.text}`),
    }),
  );
  progress.end();
  for (const warning of cloud.warnings) print(warning);
  if (usesAwsModels)
    print('MODELS=aws: Amazon Bedrock makes the images, and your AWS account pays for them.');
  process.stdout.write(`ready ${cloud.url}\n`);
  onStopRequest(() => void cloud.stop().then(() => process.exit(0), fail));
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
