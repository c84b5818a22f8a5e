import { checkPackages } from './check-packages.ts';
import { buildFunctions } from './functions.ts';
import { buildSite } from './site.ts';

// `npm run build`. The CDK CLI runs it before each synthesis (`build` in cdk.json).
checkPackages();
await Promise.all([buildFunctions(), buildSite()]);
