import { z } from 'zod';
import { FEATURE_IDS } from '../contract/features.ts';
import type { LogLine } from './lambda/functions.ts';
import { Progress } from './progress.ts';
import { onStopRequest } from './stop-request.ts';
import { listModelPrices, synthesize } from './synthesize.ts';

// The AWS SDK prints a warning on Node 20; the functions deploy to Node 24.
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
  /** Offers sign-in with a code by e-mail, like a stage with the setting `magicLink`. */
  MAGIC_LINK: z.stringbool('MAGIC_LINK must be true or false').default(false),
  /** The features in early access, like the setting `earlyAccess`: `brand,keys`. */
  EARLY_ACCESS: z
    .string()
    .transform((names) => names.split(','))
    .pipe(z.array(z.enum(FEATURE_IDS, `EARLY_ACCESS must name features: ${FEATURE_IDS.join(',')}`)))
    .optional(),
  /** Whether the emulator or Amazon Bedrock makes the images. */
  MODELS: z.enum(['stand-in', 'aws'], 'MODELS must be stand-in or aws').default('stand-in'),
  /** Whether links to videos use the stand-in or the real YouTube. */
  VIDEO_REFERENCES: z
    .enum(['stand-in', 'live'], 'VIDEO_REFERENCES must be stand-in or live')
    .default('stand-in'),
  /** Looks up channels by their handle, like a stage with the setting `youtubeApiKey`. */
  YOUTUBE_API_KEY: z.string().min(1, 'YOUTUBE_API_KEY must not be empty').optional(),
});

const progress = new Progress(process.stderr);

/** `npm start`: the product on the embedded cloud. */
async function main(): Promise<void> {
  const {
    PORT: port,
    THUMBFORGE_DATA: dataDir,
    MAGIC_LINK: magicLink,
    EARLY_ACCESS: earlyAccess,
    MODELS: models,
    VIDEO_REFERENCES: videos,
    YOUTUBE_API_KEY: youtubeApiKey,
  } = parseEnvironment();
  const settings = {
    ...(magicLink && { magicLink }),
    ...(earlyAccess && { earlyAccess }),
    ...(youtubeApiKey !== undefined && { youtubeApiKey: true }),
  };
  const [assembly, { startEmbeddedCloud }] = await Promise.all([
    synthesize({ settings, runStep: progress.run }),
    // Loaded while the functions and the site are built.
    import('./embedded-cloud.ts'),
  ]);
  const awsModels = models === 'aws' ? { prices: await listModelPrices(), print } : undefined;
  const cloud = await progress.run('starting', () =>
    startEmbeddedCloud({
      assembly,
      port,
      dataDir,
      youtubeApiKey,
      awsModels,
      liveVideos: videos === 'live',
      onLog: printError,
    }),
  );
  progress.end();
  for (const warning of cloud.warnings) print(warning);
  if (models === 'aws')
    print('MODELS=aws: Amazon Bedrock makes the images, and your AWS account pays for them.');
  process.stdout.write(`ready ${cloud.url}\n`);
  onStopRequest(() => void cloud.stop().then(() => process.exit(0), fail));
}

function parseEnvironment(): z.output<typeof environment> {
  const result = environment.safeParse(process.env);
  if (result.success) return result.data;
  throw new Error(result.error.issues.map((issue) => issue.message).join('\n'));
}

/** Prints errors only: /local/logs has the complete log of the functions. */
function printError({ functionName, text }: LogLine): void {
  if (/"level":"(ERROR|CRITICAL)"/.test(text) || functionName === 'trigger') print(`${functionName} ${text}`);
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
