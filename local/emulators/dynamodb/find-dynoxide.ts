import { exec } from 'node:child_process';
import { existsSync } from 'node:fs';
import { access, constants, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import manifest from '../../../package.json' with { type: 'json' };

const VERSION = manifest.optionalDependencies['@dynoxide/linux-x64'];

/**
 * The folder of the installed packages. The folder remains until the next `npm ci`. It is inside of node_modules, so that Node also finds a
 * package that npm ci installed.
 */
const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/dynoxide', import.meta.url));

const INSTALL =
  'npm install --prefix . --no-audit --no-fund --ignore-scripts --prefer-offline --fetch-retries=0 --loglevel=error';
const INSTALL_TIMEOUT_MS = 120_000;

/**
 * Finds the dynoxide binary: in its npm package for this platform, or as `dynoxide` on the PATH. If there is no binary, installs the
 * package with npm, which verifies its integrity. The lock file lists the package of only one platform, so npm ci does not install the
 * other packages.
 * @throws Error with instructions if the package cannot be installed.
 */
export async function findDynoxide(cache = CACHE): Promise<string> {
  const name = `@dynoxide/${process.platform}-${process.arch}`;
  const installed = join(cache, VERSION);
  const binary = (await findPackaged(installed, name)) ?? (await findOnPath());
  if (binary !== undefined) return binary;
  await install(installed, `${name}@${VERSION}`);
  return findPackaged(installed, name).then((found) => found ?? fail(name, 'it has no binary'));
}

const FILE = process.platform === 'win32' ? 'dynoxide.exe' : 'dynoxide';

async function findPackaged(folder: string, name: string): Promise<string | undefined> {
  try {
    const packaged = createRequire(join(folder, 'package.json')).resolve(`${name}/package.json`);
    return await findExecutable([dirname(packaged)]);
  } catch {
    return undefined;
  }
}

function findOnPath(): Promise<string | undefined> {
  return findExecutable((process.env['PATH'] ?? '').split(delimiter));
}

async function findExecutable(folders: readonly string[]): Promise<string | undefined> {
  for (const folder of folders) {
    const file = join(folder, FILE);
    const executable = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (executable) return file;
  }
  return undefined;
}

/** Installs into a temporary folder and renames the folder, because several workers of the tests may install at the same time. */
async function install(target: string, specifier: string): Promise<void> {
  process.stderr.write(`Installing ${specifier}, the DynamoDB emulator for this platform\n`);
  const parent = dirname(target);
  await mkdir(parent, { recursive: true });
  const draft = await mkdtemp(join(parent, 'draft-'));
  try {
    await promisify(exec)(`${INSTALL} ${specifier}`, { cwd: draft, timeout: INSTALL_TIMEOUT_MS });
    await rename(draft, target).catch((error: unknown) => {
      if (!existsSync(target)) throw error;
    });
  } catch (error) {
    // The code comes from npm, such as E404 or ENOTFOUND, or from a failed rename.
    const [code = 'npm failed'] = /\bE(\d{3}|[A-Z]{3,})\b/.exec(String(error)) ?? [];
    fail(specifier, code);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

function fail(specifier: string, reason: string): never {
  throw new Error(
    `The DynamoDB emulator could not be installed (npm install ${specifier}: ${reason}): connect to the network and try ` +
      'again, put `dynoxide` (https://github.com/nubo-db/dynoxide) on the PATH, or, for `npm start`, set ' +
      'AWS_ENDPOINT_URL_DYNAMODB to another DynamoDB.',
  );
}
