import { expect, it } from 'vitest';
import { listRelatedTests } from '../../.config/related-tests.ts';

/** A small repository: the text of each file by its path. */
const SOURCES = new Map([
  ['contract/packs.ts', ''],
  ['contract/plans.ts', ''],
  ['contract/tables.ts', ''],
  [
    'functions/api/save-design.ts',
    "import { saveDesign } from '../designs/save.ts';\nexport const handler = apiHandler('saveDesign', save);",
  ],
  ['functions/designs/save.ts', "import { PACKS } from '#contract/packs.ts';"],
  ['web/src/features/finish/layers/text-controls.tsx', "import '../../../ui/dialog.tsx';"],
  ['web/src/ui/dialog.tsx', ''],
  ['web/vite.config.ts', ''],
  [
    'tests/contract/plan-names.test.ts',
    "import type { Plan } from '#contract/plans.ts';\nconst NAMES: Record<Plan, string> = {};",
  ],
  ['tests/functions/plan-costs.test.ts', "import '../support/plan-values.ts';"],
  [
    'tests/support/plan-values.ts',
    "import type { Plan } from '#contract/plans.ts';\nconst VALUES: Required<Plan> = {};",
  ],
  ['tests/web/app/plans.test.tsx', "import { PLANS } from '#contract/plans.ts';\nPLANS.pro; PLANS.elite;"],
  ['tests/contract/packs.test.ts', "import { PACKS } from '#contract/packs.ts';"],
  ['tests/functions/create-image-key.test.ts', ''],
  [
    'tests/functions/state/counted-endpoints.test.ts',
    "const COUNTED = {\n  saveDesign: ['designSaves'],\n};",
  ],
  ['tests/functions/state/rate-limits.test.ts', "await callEndpoint('saveDesign');"],
  ['tests/functions/state/save-design.versions.test.ts', ''],
  ['tests/infra/documents.test.ts', ''],
  ['tests/infra/limits.suite.ts', "await import('../../contract/packs.ts');"],
  ['tests/web/buying/cards.test.tsx', "import { PACKS } from '#contract/packs.ts';\nPACKS.pro; PACKS.elite;"],
  ['tests/infra/stack.test.ts', "import './limits.suite.ts';"],
  ['tests/infra/thumbforge-stack.test.ts', ''],
  ['tests/integration/prove-faults.test.ts', ''],
  ['tests/web/api/calls.test.ts', "request('saveDesign');"],
  ['tests/web/app/page.test.tsx', "import '../../../web/src/features/finish/layers/text-controls.tsx';"],
  ['tests/web/bundle-size.test.ts', ''],
  ['tests/web/finish/layers/styles.test.tsx', ''],
  ['tests/e2e/texts/values.ts', ''],
  ['tests/e2e/texts.spec.ts', "import './texts/values.ts';"],
]);

it.each([
  ['in a browser', ['tests/e2e/texts/values.ts'], ['tests/e2e/texts.spec.ts']],
  [
    'with the name of the operation, or that calls its endpoint',
    ['functions/designs/save.ts'],
    [
      'tests/infra/thumbforge-stack.test.ts',
      'tests/functions/state/save-design.versions.test.ts',
      'tests/functions/state/counted-endpoints.test.ts',
      'tests/functions/state/rate-limits.test.ts',
    ],
  ],
  [
    'of the endpoint, and of no folder with tests of many files',
    ['functions/api/save-design.ts'],
    [
      'tests/infra/thumbforge-stack.test.ts',
      'tests/integration/prove-faults.test.ts',
      'tests/functions/state/save-design.versions.test.ts',
      'tests/functions/state/counted-endpoints.test.ts',
      'tests/functions/state/rate-limits.test.ts',
    ],
  ],
  [
    'of the folder of a component, and then of the page that shows it',
    ['web/src/features/finish/layers/text-controls.tsx'],
    [
      'tests/web/bundle-size.test.ts',
      'tests/web/app/page.test.tsx',
      'tests/web/finish/layers/styles.test.tsx',
    ],
  ],
  [
    'of the bundle, and that opens a component from afar',
    ['web/src/ui/dialog.tsx'],
    ['tests/web/bundle-size.test.ts', 'tests/web/app/page.test.tsx'],
  ],
  [
    'of the bundle, and of the stack with the tables',
    ['contract/tables.ts'],
    ['tests/infra/thumbforge-stack.test.ts', 'tests/web/bundle-size.test.ts'],
  ],
  [
    'of the calls of an operation',
    ['functions/events/welcome-user.ts'],
    ['tests/infra/thumbforge-stack.test.ts', 'tests/integration/prove-faults.test.ts'],
  ],
  ['of the stack', ['infra/functions/thumbnails.ts'], ['tests/infra/thumbforge-stack.test.ts']],
  [
    'of the snapshots',
    ['tests/infra/snapshots/data.deployed.json'],
    ['tests/infra/thumbforge-stack.test.ts'],
  ],
  ['of the bundle', ['web/vite.config.ts'], ['tests/web/bundle-size.test.ts']],
  [
    'of a contract, first the test that uses it most',
    ['contract/packs.ts'],
    [
      'tests/infra/thumbforge-stack.test.ts',
      'tests/web/bundle-size.test.ts',
      'tests/web/buying/cards.test.tsx',
      'tests/contract/packs.test.ts',
      'tests/infra/stack.test.ts',
      'tests/functions/state/save-design.versions.test.ts',
      'tests/functions/state/counted-endpoints.test.ts',
      'tests/functions/state/rate-limits.test.ts',
    ],
  ],
  [
    'with a table of all that a contract declares, and then that uses it most',
    ['contract/plans.ts'],
    [
      'tests/web/bundle-size.test.ts',
      'tests/contract/plan-names.test.ts',
      'tests/functions/plan-costs.test.ts',
      'tests/web/app/plans.test.tsx',
    ],
  ],
  [
    'that changed itself, and then of each other changed file in turn',
    ['contract/packs.ts', 'web/src/ui/dialog.tsx', 'tests/web/finish/layers/styles.test.tsx'],
    [
      'tests/infra/thumbforge-stack.test.ts',
      'tests/web/bundle-size.test.ts',
      'tests/web/finish/layers/styles.test.tsx',
      'tests/web/buying/cards.test.tsx',
      'tests/contract/packs.test.ts',
      'tests/web/app/page.test.tsx',
      'tests/infra/stack.test.ts',
      'tests/functions/state/save-design.versions.test.ts',
      'tests/functions/state/counted-endpoints.test.ts',
      'tests/functions/state/rate-limits.test.ts',
    ],
  ],
  [
    'that changed itself',
    ['tests/web/finish/layers/styles.test.tsx'],
    ['tests/web/finish/layers/styles.test.tsx'],
  ],
  ['that is not deleted', ['tests/contract/deleted.test.ts'], []],
  ['of a document', ['README.md'], []],
])('a change runs the tests of all documents, and each test %s', (_, changed, related) => {
  expect(listRelatedTests(changed, SOURCES)).toEqual(['tests/infra/documents.test.ts', ...related]);
});
