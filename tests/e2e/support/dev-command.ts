import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const SOURCES = ['contract', 'functions', 'infra', 'local', 'web'];
const FILES = ['cdk.json', 'package.json', 'package-lock.json', 'tsconfig.json'];

/** `npm run dev` on a copy of the sources, so no file of the working tree changes. */
export interface DevCommand {
  url: string;
  /** The lines that the command has printed on stderr. */
  lines: readonly string[];
  /** Writes a file of the copy. */
  write: (path: string, text: string) => Promise<void>;
  /** Replaces a part of a file of the copy. @throws Error if the file does not have it. */
  edit: (path: string, from: string, to: string) => Promise<void>;
  /** Makes a change, and waits for a line on stderr after it. */
  changeAndAwait: (pattern: RegExp, change: () => Promise<unknown>) => Promise<void>;
  stop: () => Promise<void>;
}

/** Starts the command on a free port. @throws Error with its output if it ends before it is ready. */
export async function startDevCommand(): Promise<DevCommand> {
  const root = await copySources();
  const command = spawn(
    process.execPath,
    ['--import', import.meta.resolve('tsx'), join(root, 'local/dev/main.ts')],
    {
      cwd: root,
      env: { ...process.env, PORT: '0', THUMBFORGE_DATA: join(root, 'data') },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const lines: string[] = [];
  const errors = createInterface(command.stderr).on('line', (line) => lines.push(line));
  const write = (path: string, text: string) => writeFile(join(root, path), text);
  return {
    url: await findUrl(command, lines),
    lines,
    write,
    edit: async (path, from, to) => {
      const text = await readFile(join(root, path), 'utf8');
      if (!text.includes(from)) throw new Error(`${path} does not have ${from}.`);
      await write(path, text.replace(from, to));
    },
    changeAndAwait: async (pattern, change) => {
      const seen = new Promise<void>((resolve) =>
        errors.on('line', (line) => {
          if (pattern.test(line)) resolve();
        }),
      );
      await change();
      await seen;
    },
    stop: async () => {
      if (command.exitCode === null) {
        const ended = once(command, 'exit');
        command.kill('SIGTERM');
        await ended;
      }
      await rm(root, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function copySources(): Promise<string> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'dev-')));
  await Promise.all(
    [...SOURCES, ...FILES].map((path) => cp(join(ROOT, path), join(root, path), { recursive: true })),
  );
  await symlink(join(ROOT, 'node_modules'), join(root, 'node_modules'), 'junction');
  return root;
}

async function findUrl(command: ChildProcess, lines: readonly string[]): Promise<string> {
  if (command.stdout === null) throw new Error('The command has no output.');
  const ready = once(createInterface(command.stdout), 'line').then(([line]) => String(line));
  const ended = once(command, 'exit').then(() => lines.join('\n'));
  const line = await Promise.race([ready, ended]);
  const [, url] = /^ready (http:\/\/localhost:\d+)$/.exec(line) ?? [];
  if (url === undefined) throw new Error(`The command is not ready: ${line}`);
  return url;
}
