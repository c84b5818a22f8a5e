import { expect, it } from 'vitest';
import { chooseParts, selectFailed } from '../../.config/check-parts.ts';

const FOLLOW_IMPORTS = [{ name: 'dead' }, { name: 'types' }, { name: 'arrows' }];

it.each([
  [['.config/oxfmt.json'], [{ name: 'format' }, ...FOLLOW_IMPORTS]],
  [['.prettierignore'], [{ name: 'format' }]],
  [
    ['.config/lint-rules.cjs', 'README.md'],
    [{ name: 'format', files: ['.config/lint-rules.cjs', 'README.md'] }, { name: 'lint' }, ...FOLLOW_IMPORTS],
  ],
  [
    ['.config/oxlint.json'],
    [{ name: 'format', files: ['.config/oxlint.json'] }, { name: 'lint' }, ...FOLLOW_IMPORTS],
  ],
  [['README.md', 'deleted.md'], [{ name: 'format', files: ['README.md'] }]],
  [['deleted.ts'], FOLLOW_IMPORTS],
  [['package-lock.json'], [{ name: 'format', files: ['package-lock.json'] }, ...FOLLOW_IMPORTS]],
  [['cdk.json'], [{ name: 'format', files: ['cdk.json'] }, ...FOLLOW_IMPORTS]],
])(
  'a change of %j checks all files with rules that changed, and else the changed files',
  (changed, parts) => {
    expect(chooseParts(changed)).toEqual([{ name: 'commits' }, ...parts]);
  },
);

const BROKEN = 'tests/web/b.test.ts';

it.each([
  ['Vitest', `\u001B[41m FAIL \u001B[49m  web \u001B[39m ${BROKEN}\u001B[2m > adds`, [BROKEN]],
  [
    'oxlint',
    `  x eslint(no-var): Unexpected var, use let or const instead.\n   ,-[${BROKEN}:2:32]`,
    [BROKEN],
  ],
  ['oxlint on Windows', `   ,-[${BROKEN.replaceAll('/', '\\')}:2:32]`, [BROKEN]],
  ['oxfmt', `Checking formatting...\n\n${BROKEN} (1ms)\n\nFormat issues found in above 1 files.`, [BROKEN]],
  ['a tool that the system killed', '', ['web/a.ts', BROKEN]],
])('the output of a failed part names the files to repeat: %s', (_, output, failed) => {
  expect(selectFailed(['web/a.ts', BROKEN], output)).toEqual(failed);
});
