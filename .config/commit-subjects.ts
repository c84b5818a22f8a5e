import { spawnSync } from 'node:child_process';

/** The commits up to this one are older than the rule. */
const BASE = '69e06a94ab42d4bef8fff0064e556b7b1c6f3954';

const MAXIMUM_LENGTH = 72;

/** The types of Conventional Commits that this repository uses. */
const CONVENTIONAL =
  /^(?:build|chore|ci|docs|feat|fix|perf|refactor|revert|style|test)(?:\([a-z0-9][a-z0-9/-]*\))?!?: \S/;

/** The subjects that git and GitHub write. A shallow clone hides the parents of a merge, so `--no-merges` does not suffice. */
const MERGE = /^Merge (?:branch|commit|pull request|remote-tracking branch|tag|[0-9a-f]{40}) /;

/**
 * Lists what is wrong with the subjects of the commits after `base`, except merges. A clone without `base` is shallow: only its
 * last commit is checked. A folder that is not the root of a repository has no commits.
 */
export function listSubjectProblems(folder: string, base = BASE): string[] {
  const git = (...args: string[]): string | undefined => {
    const { status, stdout } = spawnSync('git', args, { cwd: folder, encoding: 'utf8' });
    return status === 0 ? stdout.trim() : undefined;
  };
  // The prefix is the path of the folder below the root.
  if (git('rev-parse', '--show-prefix') !== '') return [];
  const hasBase = git('cat-file', '-e', `${base}^{commit}`) !== undefined;
  const commits = hasBase ? [`${base}..HEAD`] : ['--no-walk', 'HEAD'];
  const subjects = git('log', '--no-merges', '--format=%h %s', ...commits) ?? '';
  return subjects.split('\n').flatMap((line) => {
    const subject = line.slice(line.indexOf(' ') + 1);
    if (subject === '' || MERGE.test(subject)) return [];
    const { length } = subject;
    return [
      ...(length > MAXIMUM_LENGTH
        ? [`${line}: ${length} characters, and the maximum is ${MAXIMUM_LENGTH}.`]
        : []),
      ...(CONVENTIONAL.test(subject)
        ? []
        : [`${line}: not a Conventional Commit, e.g. "fix(web): keep the focus".`]),
    ];
  });
}
