import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const OXLINT = join(dirname(createRequire(import.meta.url).resolve('oxlint/package.json')), 'bin/oxlint');
const RULES = join(import.meta.dirname, '../../.config/lint-rules.cjs');

/** Each element is on a separate line. The lines after the marker are translated without loss. */
const ELEMENTS = `export const elements = [
  <p>{isBusy && <i />} Export</p>,
  <p>{isBusy ? <i /> : <b />} {label}</p>,
  <p>{count} credits</p>,
  <p>{rows.map((row) => { return <i key={row} />; })} rows</p>,
  <p>{note ?? 'None'} <b /></p>,
  <p><b />{count > 0 && 'some'}</p>,
  <>text</>,
  <p>{isBusy ? <><i /> Busy</> : 'Ready'}</p>,
  <p>{isBusy && <i />} {children}</p>,
  <b>{isBusy && <i />} {action}</b>,
  'translated without loss',
  <p>{isBusy && <i />} <span>Export</span></p>,
  <p>{\`\${count} credits\`}</p>,
  <p>{isBusy ? 'Busy' : 'Ready'}</p>,
  <p>Read the <b>terms</b>, and go on.{' '}</p>,
  <p><b />{/* A comment. */} text</p>,
  <div>{children}{rows?.map((row) => <i key={row} />)}{data.content ?? <i />}</div>,
];
`;

/** The lines after the marker have no hard sentence. */
const COMMENTS = `/**
 * Whether it is open. */
/** Returns the one
 * of the page. */
/* A key of
   its own. */
export const marker = 'no hard sentence';
/** True if it is open. */
/** Returns the key of the page. */
/* What begins a comment of code is free. */
`;

/** The lines after the marker leave a test out only on some machines or sites. */
const SKIPPED = `it.skip('saves');
it.skip(title, save);
it.skip.each([1])('saves %i');
test.fixme('saves');
test.fail(title, save);
test.describe.skip('the form');
describe.skip('a ' + name, () => {});
it.todo(title);
it.fails(title, save);
it('saves', (context) => context.skip());
it('saves', { skip: true });
it.skipIf(true)('saves');
it.runIf(false)('saves');
test.skip(true, 'Fails.');
test.skip(() => true, 'Fails.');
test.skip(\`saves\`, save);
'only on some machines or sites';
it.skipIf(process.platform === 'win32')('saves');
test.skip(({ site }) => site.devTools === undefined, 'Pays.');
testInfo.skip(site.devTools === undefined, 'Pays.');
it('saves', ({ skip }) => skip(process.platform === 'win32', 'No.'));
it.each([{ name: 'a', fails: true }])('saves', save);
rows.map(({ fails }) => fails);
wizard.skip();
db.failCall({ operation: 'PutItem', skip: true });
`;

it('the rule finds each text that a translated page loses, and no other text', async () => {
  const found = await lint('translatable-text', 'elements.tsx', ELEMENTS);
  const expected = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((line) => `thumbforge(translatable-text) ${line}`);
  expect(found).toEqual(expected.toSorted());
});

it('the rule finds hard sentences in comments, also across two lines, and no other comment', async () => {
  const found = await lint('plain-comments', 'comments.ts', COMMENTS);
  expect(found).toEqual([1, 3, 5].map((line) => `thumbforge(plain-comments) ${line}`));
});

it('the rule finds each test that no machine and no site runs, and no other test', async () => {
  const found = await lint('skipped-tests', 'saves.test.ts', SKIPPED);
  const expected = Array.from({ length: 16 }, (_, index) => `thumbforge(skipped-tests) ${index + 1}`);
  expect(found).toEqual(expected.toSorted());
});

it('the rule finds a check of the doctor with more than 25 lines, and no other object', async () => {
  const createObject = (key: string, lines: number) =>
    `export const ${key}${lines} = {\n  name: 'check',\n${'  // A reason.\n'.repeat(lines - 4)}  ${key}: 1,\n};\n`;
  const text = createObject('probe', 26) + createObject('run', 26) + createObject('probe', 25);

  expect(await lint('short-checks', 'checks.ts', text)).toEqual(['thumbforge(short-checks) 1']);
});

/** Lints one file with one rule. @returns the rule and the line of each finding */
async function lint(rule: string, name: string, text: string): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'lint-rules-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, name), text);
  const config = { jsPlugins: [RULES], categories: {}, rules: { [`thumbforge/${rule}`]: 'error' } };
  await writeFile(join(folder, 'oxlint.json'), JSON.stringify(config));
  const output = await new Promise<string>((resolve) => {
    const args = [OXLINT, '--config', 'oxlint.json', '--format', 'json', '-A', 'all', '.'];
    execFile(process.execPath, args, { cwd: folder }, (_error, stdout) => resolve(stdout));
  });
  const { diagnostics } = JSON.parse(output) as {
    diagnostics: { code: string; labels: { span: { line: number } }[] }[];
  };
  return diagnostics.map(({ code, labels }) => `${code} ${labels[0]?.span.line}`).toSorted();
}
