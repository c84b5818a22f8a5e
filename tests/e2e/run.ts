import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The options of this script, and the variables that pass them to the tests. All others go to Playwright. */
const VARIABLES: Record<string, string> = { '--url': 'E2E_URL', '--stage': 'E2E_STAGE' };

/**
 * `npm run test:e2e`: the browser tests, on an embedded cloud that Playwright starts. With `--url`, on the site at this
 * address. With `--stage` and AWS credentials, also as users of that stage, who are deleted after each test.
 */
function main(): void {
  const { variables, rest } = parse(process.argv.slice(2));
  const runner = fileURLToPath(import.meta.resolve('@playwright/test/cli'));
  const args = [runner, 'test', '--config', '.config/playwright.config.ts', ...rest];
  const tests = spawn(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ...variables } });
  tests.once('close', (code) => {
    process.exitCode = code ?? 1;
  });
}

function parse(args: string[]): { variables: Record<string, string>; rest: string[] } {
  const variables: Record<string, string> = {};
  const rest: string[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const [name = '', inline] = (args[index] ?? '').split('=', 2);
    const variable = VARIABLES[name];
    if (variable === undefined) rest.push(args[index] ?? '');
    else variables[variable] = inline ?? args[(index += 1)] ?? '';
  }
  return { variables, rest };
}

main();
