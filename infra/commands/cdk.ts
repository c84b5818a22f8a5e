import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

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
 * The arguments that select every stack of a stage.
 * @param assembly a built one. The CLI runs the build of cdk.json in a shell before it reads any, so it gets a command that changes nothing,
 * also in the shell of Windows, which has no `true`.
 */
export function selectStage(stage: string, assembly?: string): string[] {
  return ['--all', ...selectApp(stage, assembly)];
}

/** The arguments that select one stack of a stage, and none on which it depends. */
export function selectStack(name: string, stage: string, assembly?: string): string[] {
  return [name, '--exclusively', ...selectApp(stage, assembly)];
}

function selectApp(stage: string, assembly?: string): string[] {
  const built = assembly === undefined ? [] : ['--app', assembly, '--build', 'cd .'];
  return ['--context', `stage=${stage}`, ...built];
}
