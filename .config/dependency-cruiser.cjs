/** The dependency rules of docs/architecture.md. */

const { readdirSync } = require('node:fs');
const { join } = require('node:path');

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** The layers of web/src, the highest first. Layers of one line are peers. */
const WEB_LAYERS = [
  ['app'],
  ['features'],
  ['outbox', 'generations', 'video'],
  ['api'],
  ['session'],
  ['ui', 'lib'],
];

/** The topics of the finish page, the highest first. Topics of one line are peers. */
const FINISH_TOPICS = [
  ['page'],
  ['languages'],
  ['canvas', 'layers', 'checks', 'cut-outs', 'saving'],
  ['image-tools', 'brand', 'export', 'preview'],
  ['editor'],
  ['translations'],
];

/** The rooms of functions/, the highest first. */
const ROOMS = [
  'api',
  'events',
  'privacy',
  'thumbnails',
  'accounts',
  'credits',
  'images',
  'models',
  'platform',
];

/** A layer may import itself, its peers and lower layers. */
const layerRules = (root, layers) =>
  layers.map((layer, index) =>
    forbid(
      `${root}-${layer.join('-')}-imports-lower-layers`,
      `${root}: ${layers.map((peers) => peers.join(', ')).join(' -> ')}.`,
      { path: `^${root}/(${layer.join('|')})/` },
      {
        path: `^${root}/(${[
          '[^/]+$',
          ...layers
            .slice(0, index)
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
      { orphan: true, pathNot: ['\\.d\\.ts$', '(^|/)\\.', '^[^/]+$', '^tests/', '^web/stubs/', 'css$'] },
      {},
    ),
    mayImport('contract', []),
    mayImport('web', ['contract']),
    ...layerRules('web/src', WEB_LAYERS),
    ...layerRules('web/src/features/finish', FINISH_TOPICS),
    forbid(
      'web-features-are-independent',
      'Features of the site do not import each other. web/src/app composes them.',
      { path: '^web/src/features/([^/]+)/' },
      { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
    ),
    forbid(
      'web-features-have-the-same-rooms',
      'A feature has components/, hooks/, model/ and api.ts, the calls that no other feature makes. The finish page has its topics.',
      {
        path: `^web/src/features/((?!finish/)[^/]+/(?!(components|hooks|model)/|api\\.ts$)|finish/(?!(${FINISH_TOPICS.flat().join('|')})/))`,
      },
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
        path: '^contract/(endpoints/(account-export|finishing-schemas|reference-schemas|schemas)|design/design|fields|model-pool|operators|reference-use)\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    ),
    ...layerRules(
      'functions',
      ROOMS.map((room) => [room]),
    ),
    forbid(
      'functions-have-nine-rooms',
      `functions/ has the rooms ${ROOMS.join(', ')}, and no file outside of them.`,
      { path: `^functions/(?!(${ROOMS.join('|')})/)` },
      {},
    ),
    forbid(
      'api-does-not-import-events',
      'An operation does not know another operation.',
      { path: '^functions/api/' },
      { path: '^functions/events/' },
    ),
    forbid(
      'ledger-imports-only-platform',
      'The ledger books credits and does not know what they are spent on.',
      { path: '^functions/credits/ledger/' },
      { path: '^functions/', pathNot: '^functions/(credits/ledger|platform)/' },
    ),
    forbid(
      'thumbnails-do-not-import-payments',
      'Payments and thumbnails share only the ledger.',
      { path: '^functions/thumbnails/' },
      { path: '^functions/credits/(?!ledger/)' },
    ),
    forbid(
      'only-thumbnails-open-their-table',
      'The rows of the thumbnails have one owner: functions/thumbnails reads and writes them.',
      { path: '^functions/', pathNot: '^functions/thumbnails/' },
      { path: '^functions/thumbnails/table/thumbnails-table\\.ts$' },
    ),
    forbid(
      'pixels-import-only-platform',
      'The thread of pixels does not know whose pixels they are.',
      { path: '^functions/images/pixels/' },
      { path: '^functions/', pathNot: '^functions/(images/pixels|platform)/' },
    ),
    forbid(
      'aws-sdk-only-in-clients',
      'Only functions/platform and the client files of S3, SQS, SES, Bedrock, Stripe, YouTube and Cognito import the AWS SDK.',
      {
        path: '^functions/',
        pathNot: [
          '^functions/platform/',
          '^functions/(images/(image-bucket|references/reference-bucket)|models/(bedrock|text-model)|credits/payments/stripe-client|accounts/user-pool|privacy/user-export|thumbnails/waiting-line/waiting-queue|api/send-support-message)\\.ts$',
        ],
      },
      { path: 'node_modules/@aws-sdk/' },
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
