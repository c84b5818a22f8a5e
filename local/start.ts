import { z } from 'zod';
import { startEmbeddedCloud, type EmbeddedCloud } from './embedded-cloud.ts';
import type { LogLine } from './lambda/lambda-function.ts';
import { MAGIC_LINK_SETTINGS, synthesize } from './synthesize.ts';

// The AWS SDK warns about Node 20 on every start; the functions deploy to Node 24.
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';

const environment = z.object({
  PORT: z.coerce
    .number('PORT must be a number')
    .int('PORT must be a whole number')
    .min(0, 'PORT must be 0 to 65535')
    .max(65_535, 'PORT must be 0 to 65535')
    .default(5173),
  /** Folder that keeps all state between runs. */
  THUMBFORGE_DATA: z.string().min(1, 'THUMBFORGE_DATA must name a folder').optional(),
  /** Offers sign-in by a code sent by e-mail, as a stage with the setting `magicLink` does. */
  MAGIC_LINK: z.stringbool('MAGIC_LINK must be true or false').default(false),
});

/** `npm start`: the product on the embedded cloud. */
async function main(): Promise<void> {
  const { PORT: port, THUMBFORGE_DATA: dataDir, MAGIC_LINK: magicLink } = settings();
  const assembly = await synthesize({ settings: magicLink ? MAGIC_LINK_SETTINGS : {} });
  const cloud = await startEmbeddedCloud({ assembly, port, dataDir, onLog: showTrouble });
  for (const warning of cloud.warnings) say(warning);
  process.stdout.write(`ready ${cloud.url}\n`);
  stopOnSignal(cloud);
}

function settings(): z.output<typeof environment> {
  const result = environment.safeParse(process.env);
  if (result.success) return result.data;
  throw new Error(result.error.issues.map((issue) => issue.message).join('\n'));
}

/** Functions write a lot, and all of it is at /local/logs; here only what went wrong. */
function showTrouble({ functionName, text }: LogLine): void {
  if (/"level":"(ERROR|CRITICAL)"/.test(text) || functionName === 'schedule') say(`${functionName} ${text}`);
}

function stopOnSignal(cloud: EmbeddedCloud): void {
  const stop = () => {
    // A second Ctrl-C finds no handler and ends the process at once.
    cloud.stop().then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    );
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

function say(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}

function fail(error: unknown): never {
  say(error instanceof Error ? error.message : String(error));
  process.exit(1);
}

main().catch(fail);
