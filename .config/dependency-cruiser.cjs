/** The arrows of the house (docs/architecture.md): a new one has to be argued for here. */

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** The layers of web/src, the highest first. Layers of one line are peers. */
const WEB_LAYERS = [['app'], ['features'], ['api', 'session'], ['ui', 'lib']];

/** A layer of web/src may import itself, its peers and lower layers. */
const webLayerRules = WEB_LAYERS.map((layer, index) =>
  forbid(
    `web-${layer.join('-')}-imports-lower-layers`,
    'web/src: app -> features -> (api, session) -> (ui, lib).',
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

/** The only folders of the house that a folder may import, beside itself. */
const mayImport = (folder, others) =>
  forbid(
    `${folder}-imports-only-${others.join('-')}`,
    `${folder}/ may import: itself, ${others.join(', ') || 'nothing else'}.`,
    { path: `^${folder}/` },
    { path: `^(contract|functions|infra|local|tests|web)/`, pathNot: `^(${[folder, ...others].join('|')})/` },
  );

const DOMAINS = [
  'ledger',
  'accounts',
  'models',
  'thumbnails',
  'payments',
  'closing',
  'audit',
  'errors',
  'telemetry',
  'aws',
];

module.exports = {
  forbidden: [
    forbid(
      'no-circles',
      'Two files that import each other are one idea in two places.',
      {},
      { circular: true },
    ),
    forbid(
      'no-orphans',
      'A file that nothing imports is dead, unless it is an entry.',
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
    mayImport('functions', ['contract']),
    mayImport('infra', ['contract']),
    mayImport('local', ['contract', 'infra']),
    forbid(
      'one-door-to-infra',
      'local/ reads what infra/ synthesizes; only synthesize.ts runs it.',
      { path: '^local/', pathNot: '^local/synthesize\\.ts$' },
      { path: '^infra/' },
    ),
    forbid(
      'the-browser-takes-types',
      'Schemas stay out of the bundle: the browser takes types from them, and constants from the other files.',
      { path: '^web/' },
      { path: '^contract/(schemas|model-pool)\\.ts$', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'domains-open-no-doors',
      'An operation file is a door: domains do not import it, nor the HTTP layer.',
      { path: `^functions/(${DOMAINS.join('|')})/` },
      { path: '^functions/([^/]+\\.ts$|http/)' },
    ),
    forbid(
      'ledger-stands-alone',
      'The ledger knows credits, and nothing of what they buy.',
      { path: '^functions/ledger/' },
      { path: '^functions/(accounts|audit|closing|thumbnails|models|payments|http)/' },
    ),
    forbid(
      'closing-comes-last',
      'The end of an account knows every domain, and none knows it.',
      { path: `^functions/(${DOMAINS.filter((name) => name !== 'closing').join('|')})/` },
      { path: '^functions/closing/' },
    ),
    forbid(
      'models-know-no-credits',
      'A model paints; who pays is not its business.',
      { path: '^functions/models/' },
      { path: '^functions/(thumbnails|ledger|payments|http)/' },
    ),
    forbid(
      'sdk-at-the-edge',
      'Only the outermost files of a domain touch the AWS SDK.',
      {
        path: '^functions/',
        pathNot: [
          '^functions/aws/',
          '^functions/ledger/(account|account-rows|clawback|closing|entries|purchased)\\.ts$',
          '^functions/accounts/welcomed-addresses\\.ts$',
          '^functions/closing/user-pool\\.ts$',
          '^functions/models/bedrock\\.ts$',
          '^functions/thumbnails/(image-bucket|outcomes|thumbnails-table)\\.ts$',
          '^functions/payments/(customers|purchases-table|stripe-secrets)\\.ts$',
        ],
      },
      { path: 'node_modules/@aws-sdk/' },
    ),
    forbid(
      'payments-and-thumbnails-are-strangers',
      'They meet in the ledger only.',
      { path: '^functions/(payments|thumbnails)/' },
      { path: '^functions/(payments|thumbnails)/', pathNot: '^functions/$1/' },
    ),
    forbid('no-tests-in-code', 'Nothing imports tests.', { pathNot: '^tests/' }, { path: '^tests/' }),
    forbid(
      'no-dev-dependencies-in-what-deploys',
      'Functions and site may import runtime dependencies only.',
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
