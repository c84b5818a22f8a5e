import { synthesize } from '../../../local/synthesize.ts';
import { WELCOME } from '../../support/cloud/creator.ts';
import { UNLIMITED_POOL } from '../../support/cloud/environment.ts';

/** The process that builds the functions and synthesizes the stack. Its arguments are the folders of the site and of the assembly. */
const [site = '', outdir = ''] = process.argv.slice(2);
await synthesize({
  site,
  outdir,
  linksBundles: true,
  settings: { welcomeCredits: WELCOME, ...UNLIMITED_POOL },
});
