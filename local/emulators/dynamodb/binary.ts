import { access, constants } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';

/**
 * The dynoxide binary: its npm package for this platform, or `dynoxide` on the PATH.
 * @throws Error that says what to do when there is neither.
 */
export async function findDynoxide(): Promise<string> {
  const platform = `${process.platform}-${process.arch}`;
  for (const candidate of [packaged(platform), ...onPath()]) {
    if (candidate !== undefined && (await isExecutable(candidate))) return candidate;
  }
  throw new Error(
    `No DynamoDB emulator for ${platform}: the package @dynoxide/${platform} is not installed and there is no ` +
      '`dynoxide` on the PATH. Install one (https://github.com/nubo-db/dynoxide), or set AWS_ENDPOINT_URL_DYNAMODB ' +
      'to another DynamoDB.',
  );
}

function packaged(platform: string): string | undefined {
  try {
    const manifest = createRequire(import.meta.url).resolve(`@dynoxide/${platform}/package.json`);
    return join(dirname(manifest), 'dynoxide');
  } catch {
    // An optional dependency: npm leaves it out where it has no build for the platform.
    return undefined;
  }
}

function onPath(): string[] {
  const path = process.env['PATH'] ?? '';
  return path.split(delimiter).map((folder) => join(folder, 'dynoxide'));
}

async function isExecutable(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}
