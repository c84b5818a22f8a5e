import { execFileSync, spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** One part of `npm run check`: a script of package.json whose name begins with `check:`. */
interface Part {
  name: string;
  /** Selects the files that can change the result of this part. @default the part reads commits instead of files */
  reads?: RegExp;
  /** True if the part can check single files. The other parts follow imports, so they check the whole tree. */
  takesFiles?: true;
}

const CODE = /\.(ts|tsx)$|(^|\/)(package|tsconfig)\.json$|^\.config\//;

/** The slowest parts come first, so that two cores end at the same time. */
const PARTS: readonly Part[] = [
  { name: 'types', reads: CODE },
  { name: 'lint', reads: /\.(ts|tsx)$/, takesFiles: true },
  { name: 'arrows', reads: CODE },
  { name: 'dead', reads: CODE },
  { name: 'spec', reads: /^(docs\/spec-coverage\.md|tests\/)/ },
  { name: 'format', reads: /\.(ts|tsx|css|json|md|html|yml)$/, takesFiles: true },
  { name: 'commits' },
];

/** The generated page. Its generator formats it, so the formatter must not check it. */
const UNFORMATTED = 'docs/spec-coverage.md';

/**
 * `npm run check` runs all parts, as many at a time as there are cores, and prints the output of those that fail.
 * `-- --changed` checks only the files that differ from the last commit, and leaves out the parts that read none of them.
 */
async function main(): Promise<void> {
  const changed = process.argv.includes('--changed') ? listChangedFiles() : undefined;
  const waiting = PARTS.flatMap(({ name, reads, takesFiles }) => {
    if (reads === undefined) return [{ name }];
    const files = changed?.filter((file) => reads.test(file) && file !== UNFORMATTED);
    if (files?.length === 0) return [];
    return [{ name, ...(takesFiles && files && { files }) }];
  });
  const work = async () => {
    for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) {
      if (!(await runPart(part.name, part.files))) process.exitCode = 1;
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
}

/** Returns the files that differ from the last commit and still exist, also those that git does not track yet. */
function listChangedFiles(): string[] {
  const list = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).split('\n');
  return [
    ...list('diff', '--name-only', '--diff-filter=d', 'HEAD'),
    ...list('ls-files', '--others', '--exclude-standard'),
  ].filter((file) => file !== '');
}

/** Runs one part, and prints its seconds, and its output if it failed. */
async function runPart(name: string, files?: readonly string[]): Promise<boolean> {
  const start = performance.now();
  // A shell finds npm also on Windows.
  const command = ['npm', 'run', '--silent', `check:${name}`, ...(files ? ['--', ...files.map(quote)] : [])];
  const child = spawn(command.join(' '), { shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk));
  const code = await new Promise<number>((resolve) => child.once('close', (status) => resolve(status ?? 1)));
  const seconds = ((performance.now() - start) / 1_000).toFixed(1);
  process.stdout.write(`${code === 0 ? 'passed' : 'FAILED'}  ${name}, ${seconds} s\n`);
  if (code !== 0) process.stdout.write(Buffer.concat(output));
  return code === 0;
}

const quote = (file: string): string => `"${file}"`;

await main();
