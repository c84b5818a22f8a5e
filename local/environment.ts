import { z } from 'zod';
import { FEATURE_IDS } from '#contract/features.ts';
import type { LogLine } from './lambda/sandbox.ts';

// The AWS SDK prints a warning on Node 20. The functions deploy to Node 24.
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
  /** The features in early access, as in the setting `earlyAccess`, e.g. `brand,keys`. */
  EARLY_ACCESS: z
    .string()
    .transform((names) => names.split(','))
    .pipe(z.array(z.enum(FEATURE_IDS, `EARLY_ACCESS must name features: ${FEATURE_IDS.join(',')}`)))
    .optional(),
  /** Selects the source of the images: the emulator or Amazon Bedrock. */
  MODELS: z.enum(['stand-in', 'aws'], 'MODELS must be stand-in or aws').default('stand-in'),
  /** Selects the source of videos: the stand-in or the real YouTube. */
  VIDEO_REFERENCES: z
    .enum(['stand-in', 'live'], 'VIDEO_REFERENCES must be stand-in or live')
    .default('stand-in'),
  /** Looks up channels by their handle, like a stage with the setting `youtubeApiKey`. */
  YOUTUBE_API_KEY: z.string().min(1, 'YOUTUBE_API_KEY must not be empty').optional(),
});

/** Reads the variables of `npm start` and `npm run dev`. @throws Error with a sentence for each invalid variable. */
export function readSettings() {
  const result = environment.safeParse(process.env);
  if (!result.success) throw new Error(result.error.issues.map((issue) => issue.message).join('\n'));
  const { PORT, THUMBFORGE_DATA, MAGIC_LINK, EARLY_ACCESS, MODELS, VIDEO_REFERENCES, YOUTUBE_API_KEY } =
    result.data;
  return {
    port: PORT,
    dataDir: THUMBFORGE_DATA,
    usesAwsModels: MODELS === 'aws',
    liveVideos: VIDEO_REFERENCES === 'live',
    youtubeApiKey: YOUTUBE_API_KEY,
    /** The settings that differ from the settings of the stage `dev`. */
    stage: {
      ...(MAGIC_LINK && { magicLink: true }),
      ...(EARLY_ACCESS && { earlyAccess: EARLY_ACCESS }),
      ...(YOUTUBE_API_KEY !== undefined && { youtubeApiKey: true }),
    },
  };
}

/** Selects the log lines for the terminal: only errors. /local/logs has the complete log of the functions. */
export const isErrorLine = ({ functionName, text }: LogLine): boolean =>
  /"level":"(ERROR|CRITICAL)"/.test(text) || functionName === 'trigger';
