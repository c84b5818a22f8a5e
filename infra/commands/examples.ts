import { relative } from 'node:path';
import { EXAMPLE_PROMPTS } from '#contract/example-prompts.ts';
import { readCreditsResponse } from '#contract/endpoints/schemas.ts';
import { writeExamples, type ExampleImages } from '../stages/examples.ts';
import { defineCommand, EXIT, flag, type Terminal } from './command-line.ts';
import { runInterruptibly } from './interruption.ts';
import { generateThumbnail, SiteClient, UnexpectedAnswerError } from './site-client.ts';
import { accessSite, requireSite, SITE_OPTION, type StageAccess } from './stage-access.ts';
import {
  confirmTemporaryUser,
  createTemporaryUser,
  deleteTemporaryUser,
  grantCredits,
  signInTemporaryUser,
  type SignedInUser,
} from './temporary-user.ts';

export const examplesCommand = defineCommand({
  usage: 'npm run examples -- --stage NAME [--dry-run]',
  description: `Generates an image for each of the four example prompts with the stage's first model, through the deployed site, and saves
small copies as infra/stages/examples/NAME/*.webp. Look at them, and commit them: the next deployment publishes them on the
visitor's home page. Creates a user without sending e-mail, grants the credits for four images, and deletes the user at the
end. The images cost their list price. Needs the permissions of npm run smoke.`,
  options: {
    ...SITE_OPTION,
    'dry-run': flag('print the prompts, and generate nothing'),
  },
  exitCodes: '0 saved, 1 failed, 2 wrong usage',
  async run({ stage, 'dry-run': dryRun }, terminal) {
    const access = await accessSite(stage);
    if (dryRun) {
      for (const { image, prompt } of EXAMPLE_PROMPTS) terminal.print(`${image}.webp  ${prompt}`);
      terminal.print('Dry run: nothing was generated.');
      return EXIT.ok;
    }
    const images = await runInterruptibly(terminal, 'Interrupted: deleting the temporary user.', (signal) =>
      makeExamples(access, { terminal, signal }),
    );
    const folder = relative(process.cwd(), writeExamples(access.stage, images));
    const next = access.stage === 'local' ? 'npm start' : `npm run deploy -- --stage ${access.stage}`;
    terminal.print(`Saved in ${folder}. Look at the images and commit them. Next: ${next}`);
    return EXIT.ok;
  },
});

interface ExamplesOptions {
  terminal: Terminal;
  /** Ends the generation; the user is deleted nevertheless. */
  signal: AbortSignal;
}

/**
 * Generates the images as a creator does.
 * @returns their previews.
 * @throws UnexpectedAnswerError if the site does not make an image; Error if the stage is not deployed; the SDK's errors.
 */
export async function makeExamples(
  access: StageAccess,
  { terminal, signal }: ExamplesOptions,
): Promise<ExampleImages> {
  const { origin, poolId } = requireSite(access);
  const site = new SiteClient(origin, signal);
  const config = await site.readConfig();
  const cost = config.models[0]?.cost ?? 0;
  const pool = { cognito: access.cognito, poolId };
  const user = await createTemporaryUser(pool);
  try {
    await confirmTemporaryUser(pool, user);
    const creator = await signInTemporaryUser(config, user);
    // The first reading opens the account.
    await site.call('readCredits', readCreditsResponse, { token: creator.token });
    const grant = { credits: cost * EXAMPLE_PROMPTS.length, why: 'Examples for visitors' };
    await grantCredits(access, creator, grant);
    const images: [string, Buffer][] = [];
    for (const { image, prompt } of EXAMPLE_PROMPTS) {
      terminal.print(`Generating: ${prompt}`);
      images.push([image, await generatePreview(site, creator, prompt)]);
    }
    return Object.fromEntries(images) as ExampleImages;
  } finally {
    // Without the signal of the generation.
    await deleteTemporaryUser(pool, new SiteClient(origin), user);
  }
}

/** Generates an image and downloads its preview, a small WebP. @throws UnexpectedAnswerError if the image has no preview. */
async function generatePreview(site: SiteClient, creator: SignedInUser, prompt: string): Promise<Buffer> {
  const { previewURL } = await generateThumbnail(site, creator, prompt);
  if (previewURL === undefined) throw new UnexpectedAnswerError('The image has no preview.');
  const response = await site.fetch(previewURL);
  const bytes = Buffer.from(await response.arrayBuffer());
  if (response.status !== 200 || bytes.toString('latin1', 8, 12) !== 'WEBP') {
    throw new UnexpectedAnswerError(`The preview answered ${response.status} without a WebP.`);
  }
  return bytes;
}
