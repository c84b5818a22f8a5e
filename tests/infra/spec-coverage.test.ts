import { expect, test } from 'vitest';
import { computeCoverage } from '../e2e/spec/coverage.ts';

const SPECIFICATION = '# Spec\n\n## 8. Errors\n\n- `8.first` a | b\n- `8.second` c\n';
const listed = (...tags: string[]) => ({
  file: 'tests/e2e/messages.spec.ts',
  title: 'It shows a message',
  tags,
});

test('The coverage page names the tests of each row', () => {
  const { page, problems } = computeCoverage(SPECIFICATION, [listed('8.first', '8.second'), listed()]);
  expect(problems).toEqual([]);
  expect(page).toContain('2 rows, 2 tests.');
  expect(page).toContain(
    '| `8.first` | a \\| b | [messages](../tests/e2e/messages.spec.ts): It shows a message |',
  );
});

test('The coverage check reports rows without a test and tags that are not rows', () => {
  expect(computeCoverage(SPECIFICATION, [listed('8.first', '8.third')]).problems).toEqual([
    'tests/e2e/messages.spec.ts has a tag that is not a row: 8.third (It shows a message).',
    'No test has the tag @8.second.',
  ]);
});
