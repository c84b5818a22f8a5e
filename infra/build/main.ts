import { buildFunctions } from './functions.ts';
import { buildSite } from './site.ts';

// `npm run build`: everything that deploys, into build/.
await Promise.all([buildFunctions(), buildSite()]);
