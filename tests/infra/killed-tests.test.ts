import { execFile, execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { withTempFolder } from '../support/temp-folder.ts';
import { removeGitVariables } from './support/git-variables.ts';

const ROOT = join(import.meta.dirname, '../..');
const TSX = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;

removeGitVariables();

/** Runs a program of Node in a folder, and returns its whole output. */
function run(cwd: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd }, (_error, stdout, stderr) => resolve(stdout + stderr));
  });
}

it.skipIf(process.platform === 'win32')(
  'npm run check -- --changed names the command that mends the format, and the commands to repeat: all tests when the system kills them, and the files that failed',
  async () => {
    const output = await withTempFolder('killed', async (folder) => {
      execFileSync('git', ['init', '--quiet'], { cwd: folder });
      const author = ['-c', 'user.name=a', '-c', 'user.email=a@b'];
      const commit = [
        ...author,
        'commit',
        '--quiet',
        '--no-verify',
        '--no-gpg-sign',
        '--allow-empty',
        '--message',
        'a',
      ];
      execFileSync('git', commit, { cwd: folder });
      const parts = ['commits', 'format', 'lint', 'dead', 'types', 'arrows', 'spec'];
      const scripts = {
        ...Object.fromEntries(parts.map((part) => [`check:${part}`, 'exit 0 #'])),
        'check:tests': 'kill -9 $$ #',
        'check:format': "echo 'saves.test.ts (1ms)'; exit 1 #",
        'check:types': "echo 'saves.test.ts(1,1): error TS1005'; exit 1 #",
      };
      await writeFile(join(folder, 'package.json'), JSON.stringify({ scripts }));
      for (const name of ['opens.test.ts', 'saves.test.ts']) await writeFile(join(folder, name), '');
      return run(folder, ['--import', TSX, join(ROOT, '.config/check.ts'), '--changed']);
    });

    expect(output.match(/^(?:mend|repeat) .*/gm)?.toSorted()).toEqual([
      'mend    npm run format -- "saves.test.ts"',
      'repeat  npm run check:tests -- "opens.test.ts" "saves.test.ts"',
      'repeat  npm run check:types',
    ]);
  },
);

it('a run of Vitest names the test file whose worker the system killed', async () => {
  const output = await withTempFolder('killed', async (folder) => {
    await writeFile(join(folder, 'ends.test.js'), `test('ends', () => {})`);
    await writeFile(
      join(folder, 'killed.test.js'),
      `test('is killed', () => process.kill(process.pid, 'SIGKILL'))`,
    );
    return run(ROOT, [
      join(ROOT, 'node_modules/vitest/vitest.mjs'),
      ...['run', '--root', folder, '--globals', '--reporter=minimal'],
      `--reporter=${join(ROOT, '.config/unfinished-files.ts')}`,
    ]);
  });

  expect(output.match(/did not end: .*/g)).toEqual(['did not end: killed.test.js']);
});
