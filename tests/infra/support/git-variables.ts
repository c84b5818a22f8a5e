import { beforeEach, vi } from 'vitest';

/** Removes the variables that name a repository. Git sets them for the commands of a hook, and a command of a test would then change it. */
export function removeGitVariables(): void {
  beforeEach(() => {
    for (const name of Object.keys(process.env).filter((each) => each.startsWith('GIT_'))) {
      vi.stubEnv(name, undefined);
    }
    return () => vi.unstubAllEnvs();
  });
}
