import { expect, it } from 'vitest';
import { chooseParts } from '../../.config/check-parts.ts';

const FOLLOW_IMPORTS = [{ name: 'types' }, { name: 'arrows' }, { name: 'dead' }];

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
