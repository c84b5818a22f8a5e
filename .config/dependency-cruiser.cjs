/** The dependency rules of docs/architecture.md. */

const { readdirSync } = require('node:fs');
const { join } = require('node:path');

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** The layers of web/src, the highest first. Layers of one line are peers. */
const WEB_LAYERS = [['app'], ['features'], ['outbox', 'generations'], ['api'], ['session'], ['ui', 'lib']];

/** A layer of web/src may import itself, its peers and lower layers. */
const webLayerRules = WEB_LAYERS.map((layer, index) =>
  forbid(
    `web-${layer.join('-')}-imports-lower-layers`,
    'web/src: app -> features -> (outbox, generations) -> api -> session -> (ui, lib).',
    { path: `^web/src/(${layer.join('|')})/` },
    {
      path: `^web/src/(${[
        '[^/]+$',
        ...WEB_LAYERS.slice(0, index)
          .flat()
          .map((name) => `${name}/`),
      ].join('|')})`,
    },
  ),
);

/** The only top-level folders that a folder may import, in addition to itself. */
const mayImport = (folder, others) =>
  forbid(
    `${folder}-imports-only-${others.join('-')}`,
    `${folder}/ may import: itself, ${others.join(', ') || 'nothing else'}.`,
    { path: `^${folder}/` },
    { path: `^(contract|functions|infra|local|tests|web)/`, pathNot: `^(${[folder, ...others].join('|')})/` },
  );

/** Every folder of functions/ except `http`, which the operations use. A new one follows the rules from its first file. */
const DOMAINS = readdirSync(join(__dirname, '../functions'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'http')
  .map(({ name }) => name);

/** The functions folders that may not import any of the given ones. */
const except = (...names) => DOMAINS.filter((name) => !names.includes(name)).join('|');

const PAYMENTS = 'payments|purchases';
const GENERATIONS = 'cutouts|designs|gallery|generation|images|thumbnails-table';

module.exports = {
  forbidden: [
    forbid('no-circular-imports', 'Files must not import each other in a circle.', {}, { circular: true }),
    {
      ...forbid(
        'no-circular-folders',
        'Folders must not import each other in a circle.',
        {},
        { circular: true },
      ),
      scope: 'folder',
    },
    forbid(
      'no-orphans',
      'A file that is neither imported nor an entry point is dead code.',
      { orphan: true, pathNot: ['\\.d\\.ts$', '(^|/)\\.', '^[^/]+$', '^tests/', 'css$'] },
      {},
    ),
    mayImport('contract', []),
    mayImport('web', ['contract']),
    ...webLayerRules,
    forbid(
      'web-features-are-independent',
      'Features of the site do not import each other. web/src/app composes them.',
      { path: '^web/src/features/([^/]+)/' },
      { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
    ),
    forbid(
      'web-features-have-the-same-rooms',
      'A feature has components/, hooks/, model/ and api.ts, the calls that no other feature makes.',
      { path: '^web/src/features/[^/]+/(?!(components|hooks|model)/|api\\.ts$)' },
      {},
    ),
    mayImport('functions', ['contract']),
    mayImport('infra', ['contract']),
    mayImport('local', ['contract', 'infra']),
    forbid(
      'cdk-app-reads-build-output',
      'Only infra/build runs esbuild and Vite. The CDK app and the commands read its output.',
      { path: '^infra/', pathNot: '^infra/build/' },
      { path: '^infra/build/|node_modules/(esbuild|vite)/' },
    ),
    forbid(
      'only-synthesize-imports-infra',
      'In local/, only synthesize.ts and the builds of `npm run dev` import infra/. Everything else reads the synthesized template.',
      { path: '^local/', pathNot: '^local/(synthesize|dev/updates)\\.ts$' },
      { path: '^infra/' },
    ),
    forbid(
      'web-imports-only-types-of-schemas',
      'The browser bundle must not contain the schemas: import only their types.',
      { path: '^web/' },
      {
        path: '^contract/(account-export|design|fields|finishing-schemas|model-pool|operators|reference-schemas|schemas)\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    ),
    forbid(
      'domains-do-not-import-operations',
      'Only operations and functions/http know API Gateway. Domain folders import neither.',
      { path: `^functions/(${DOMAINS.join('|')})/` },
      { path: '^functions/([^/]+\\.ts$|http/)' },
    ),
    forbid(
      'shared-imports-no-domain',
      'functions/shared is used by every domain, so it imports none of them.',
      { path: '^functions/shared/' },
      { path: `^functions/(${except('shared')})/` },
    ),
    forbid(
      'ledger-imports-only-shared',
      'The ledger books credits and does not know what they are spent on.',
      { path: '^functions/ledger/' },
      { path: `^functions/(${except('ledger', 'shared')})/` },
    ),
    forbid(
      'rate-limits-import-only-shared',
      'The rate limiter does not know what it limits.',
      { path: '^functions/rate-limits/' },
      { path: `^functions/(${except('rate-limits', 'shared')})/` },
    ),
    forbid(
      'nothing-imports-privacy',
      'The export and the deletion of an account use every domain, so no domain imports them.',
      { path: `^functions/(${except('privacy')})/` },
      { path: '^functions/privacy/' },
    ),
    forbid(
      'models-import-only-shared',
      'The model adapters do not know credits or thumbnails.',
      { path: '^functions/models/' },
      { path: `^functions/(${except('models', 'shared')})/` },
    ),
    forbid(
      'pixels-import-only-shared',
      'The thread of pixels does not know what they are of.',
      { path: '^functions/pixels/' },
      { path: `^functions/(${except('pixels', 'shared')})/` },
    ),
    forbid(
      'aws-sdk-only-in-clients',
      'Only functions/shared and the client files of S3, SQS, SES, Bedrock, Stripe, YouTube and Cognito import the AWS SDK.',
      {
        path: '^functions/',
        pathNot: [
          '^functions/shared/',
          '^functions/(images/image-bucket|references/reference-bucket|models/(bedrock|text-model)|payments/stripe-client|accounts/user-pool|privacy/user-export|waiting-line/waiting-queue|send-support-message)\\.ts$',
        ],
      },
      { path: 'node_modules/@aws-sdk/' },
    ),
    ...[PAYMENTS, GENERATIONS].map((from) =>
      forbid(
        `${from}-do-not-import-the-other`,
        'Payments and generations share only the ledger.',
        { path: `^functions/(${from})/` },
        { path: `^functions/(${from === PAYMENTS ? GENERATIONS : PAYMENTS})/` },
      ),
    ),
    forbid('no-imports-of-tests', 'Only tests import tests.', { pathNot: '^tests/' }, { path: '^tests/' }),
    forbid(
      'no-dev-dependencies-in-deployed-code',
      'Functions and the site import only runtime dependencies.',
      { path: '^(functions|web/src|contract)/' },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: 'node_modules/@types/' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(build|cdk\\.out|node_modules/\\.)' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
