import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { StageSettings } from '../stages/settings.ts';
import { listStacks } from '../stages/stacks.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CDK = createRequire(import.meta.url).resolve('aws-cdk/bin/cdk');

/** Runs this repository's CDK CLI with the arguments. @returns its exit code. */
export type RunCdk = (args: string[]) => Promise<number>;

/** The CLI uses this terminal for its output and its questions. No shell parses the arguments. */
export const runCdk: RunCdk = (args) =>
  new Promise((resolve, reject) => {
    const cli = spawn(process.execPath, [CDK, ...args], { cwd: ROOT, stdio: 'inherit' });
    cli.once('error', reject);
    // A CLI that a signal ended has no exit code. That is a failure.
    cli.once('close', (code) => resolve(code ?? 1));
  });

/**
 * The arguments that select every stack of a stage by its name: the CLI refuses an assembly that was built for another stage.
 * @param assembly a built one. The CLI runs the build of cdk.json in a shell before it reads any, so it gets a command that changes nothing,
 * also in the shell of Windows, which has no `true`.
 */
export function selectStacks(settings: StageSettings, assembly?: string): string[] {
  const built = assembly === undefined ? [] : ['--app', assembly, '--build', 'cd .'];
  const names = listStacks(settings).map(({ name }) => name);
  return [...names, '--context', `stage=${settings.stage}`, ...built];
}
