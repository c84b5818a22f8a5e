import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listSubjectProblems } from '../../.config/commit-subjects.ts';
import { removeGitVariables } from './support/git-variables.ts';

const LONGEST = `fix(web): ${'e'.repeat(62)}`;
const NO_COMMIT = '0'.repeat(40);

removeGitVariables();

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'commit-subjects-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

function runGit(folder: string, ...args: string[]): string {
  const author = ['-c', 'user.name=Dev', '-c', 'user.email=dev@example.com', '-c', 'commit.gpgsign=false'];
  const options = { cwd: folder, encoding: 'utf8', stdio: 'pipe' } as const;
  return execFileSync('git', [...author, '-c', 'core.hooksPath=', ...args], options).trim();
}

/** Creates a repository with these commits, the oldest first. @returns its folder and the ids of the commits */
async function createRepository(...subjects: string[]): Promise<{ folder: string; ids: string[] }> {
  const folder = await createFolder();
  runGit(folder, 'init', '--quiet', '--initial-branch=main');
  const ids = subjects.map((subject) => {
    runGit(folder, 'commit', '--quiet', '--allow-empty', '--message', subject);
    return runGit(folder, 'rev-parse', 'HEAD');
  });
  return { folder, ids };
}

/** Lists the problems without the ids of the commits. */
const listProblems = (folder: string, base?: string) =>
  listSubjectProblems(folder, base).map((problem) => problem.replace(/^[0-9a-f]{7,} /, ''));

const notConventional = (subject: string) =>
  `${subject}: not a Conventional Commit, e.g. "fix(web): keep the focus".`;

describe('the check of the subjects of commits', () => {
  it('reports a commit after the base that is too long or not a Conventional Commit, the newest first', async () => {
    const { folder, ids } = await createRepository(
      'older than the rule',
      LONGEST,
      `${LONGEST}s`,
      'Update x',
      'fix:x',
    );

    expect(listProblems(folder, ids[0])).toEqual([
      notConventional('fix:x'),
      notConventional('Update x'),
      `${LONGEST}s: 73 characters, and the maximum is 72.`,
    ]);
  });

  it('accepts each form of a Conventional Commit', async () => {
    const { folder, ids } = await createRepository(
      'base',
      'feat!: remove it',
      'fix(public-api)!: end it',
      'ci: add it',
    );

    expect(listProblems(folder, ids[0])).toEqual([]);
  });

  it('accepts a merge, and reports a commit of the merged branch', async () => {
    const { folder, ids } = await createRepository('base');
    runGit(folder, 'switch', '--quiet', '--create', 'topic');
    runGit(folder, 'commit', '--quiet', '--allow-empty', '--message', 'wip');
    runGit(folder, 'switch', '--quiet', 'main');
    runGit(folder, 'merge', '--quiet', '--no-ff', 'topic', '--message', 'a merge of any name');

    expect(listProblems(folder, ids[0])).toEqual([notConventional('wip')]);
  });

  it('checks only the last commit of a clone without the base', async () => {
    const { folder } = await createRepository('first', 'second');

    expect(listProblems(folder, NO_COMMIT)).toEqual([notConventional('second')]);
  });

  it('accepts the merge of a pull request in a shallow clone, which hides its parents', async () => {
    const { folder } = await createRepository('base');
    runGit(folder, 'switch', '--quiet', '--create', 'topic');
    runGit(folder, 'commit', '--quiet', '--allow-empty', '--message', 'wip');
    runGit(folder, 'switch', '--quiet', 'main');
    const subject = `Merge ${'a'.repeat(40)} into ${'b'.repeat(40)}`;
    runGit(folder, 'merge', '--quiet', '--no-ff', 'topic', '--message', subject);
    const clone = join(await createFolder(), 'clone');
    runGit(folder, 'clone', '--quiet', '--depth=1', pathToFileURL(folder).href, clone);

    expect(listProblems(clone, NO_COMMIT)).toEqual([]);
  });

  it('reports nothing for a folder without a repository, without commits, or inside of another repository', async () => {
    const { folder } = await createRepository('any name');
    mkdirSync(join(folder, 'copy'));
    const empty = await createRepository();

    expect(listProblems(join(folder, 'copy'))).toEqual([]);
    expect(listProblems(empty.folder)).toEqual([]);
    expect(listProblems(await createFolder())).toEqual([]);
  });
});
