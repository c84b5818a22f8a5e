import { execFileSync } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listChangedFiles } from '../../.config/changed-files.ts';
import { removeGitVariables } from './support/git-variables.ts';

removeGitVariables();

it('the changed files are those that git lists, with their old names and with umlauts and blanks', () => {
  const root = mkdtempSync(join(tmpdir(), 'changed-files-'));
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], {
      cwd: root,
      stdio: 'pipe',
    });
  try {
    git('init');
    for (const name of ['same.ts', 'größe.ts', 'old.ts', 'deleted.ts'])
      writeFileSync(join(root, name), `export const NAME = '${name}';\n`);
    git('add', '.');
    git('commit', '--no-verify', '--no-gpg-sign', '--message', 'test: add files');
    writeFileSync(join(root, 'größe.ts'), '');
    renameSync(join(root, 'old.ts'), join(root, 'new.ts'));
    rmSync(join(root, 'deleted.ts'));
    git('add', '.');
    writeFileSync(join(root, 'a b.test.ts'), '');
    writeFileSync(join(root, 'maß.test.ts'), '');

    expect(listChangedFiles(root).toSorted()).toEqual(
      ['a b.test.ts', 'deleted.ts', 'größe.ts', 'maß.test.ts', 'new.ts', 'old.ts'].toSorted(),
    );
  } finally {
    rmSync(root, { recursive: true });
  }
});
