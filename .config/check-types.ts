import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const TSC = fileURLToPath(new URL('../node_modules/typescript-7/bin/tsc', import.meta.url));
const PROJECTS = ['.', 'web'];

// `npm run check:types`: checks the site also while other types are wrong. The build mode of the compiler (`-b`) would do the same, but
// believes the times of files: it misses an error in a file that is saved while the check runs, or that comes back with its old time.
const runs = PROJECTS.map((project) =>
  spawnSync(process.execPath, [TSC, '-p', project], {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  }),
);
// Both projects check some tests, and report their errors alike. The lines of an error after its first line are indented.
const errors = new Set(runs.flatMap(({ stdout }) => stdout.trimEnd().split(/\n(?! )/)));
process.stdout.write(
  [...errors]
    .filter(Boolean)
    .map((error) => `${error}\n`)
    .join(''),
);
process.exitCode = Math.max(...runs.map(({ status }) => status ?? 1));
