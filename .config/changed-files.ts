import { execFileSync } from 'node:child_process';

/** Returns the files that differ from the last commit, also those that are deleted or renamed, and those that git does not track yet. */
export function listChangedFiles(root = '.'): string[] {
  return [
    ...listPaths(['diff', '--name-only', '--no-renames', 'HEAD'], root),
    ...listPaths(['ls-files', '--others', '--exclude-standard'], root),
  ];
}

/** Runs a command of git that lists paths. Without `-z`, git writes `gr\303\266` for a name with an umlaut. */
export function listPaths([command = '', ...args]: readonly string[], root = '.'): string[] {
  return execFileSync('git', [command, '-z', ...args], { cwd: root, encoding: 'utf8' })
    .split('\0')
    .filter((path) => path !== '');
}
