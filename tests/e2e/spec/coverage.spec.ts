import { expect, test } from '@playwright/test';
import { coverageOf } from './coverage.ts';

const SECTIONS = [{ title: '8. Errors', rows: { '8.first': 'a | b', '8.second': 'c' } }];
const proves = (title: string) => ({ file: 'tests/e2e/messages.spec.ts', title });

test('Every row with a test is no fault, and the page names the test', () => {
  const { page, faults } = coverageOf(SECTIONS, [proves('[8.first 8.second] It is told'), proves('No row')]);
  expect(faults).toEqual([]);
  expect(page).toContain('| `8.first` | a \\| b | [messages](../tests/e2e/messages.spec.ts): It is told |');
});

test('A row without a test is a fault', () => {
  expect(coverageOf(SECTIONS, [proves('[8.first] It is told')]).faults).toEqual(['No test proves 8.second.']);
});

test('A test that names an unknown row is a fault', () => {
  const { faults } = coverageOf(SECTIONS, [proves('[8.first 8.second 8.third] It is told')]);
  expect(faults).toEqual([
    'tests/e2e/messages.spec.ts names a row that does not exist: 8.third (It is told).',
  ]);
});
