import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CDK = fileURLToPath(new URL('../../node_modules/.bin/cdk', import.meta.url));

/** Runs the CDK CLI of this repository with these arguments. @returns its exit code. */
export type RunCdk = (args: string[]) => Promise<number>;

/** The CLI writes to this terminal, and asks there. No shell reads the arguments. */
export const runCdk: RunCdk = (args) =>
  new Promise((resolve, reject) => {
    const cli = spawn(CDK, args, { cwd: ROOT, stdio: 'inherit' });
    cli.once('error', reject);
    // Ended by a signal there is no code: that is no success either.
    cli.once('close', (code) => resolve(code ?? 1));
  });
