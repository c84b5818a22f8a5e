import { execFile } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { FUNCTION_ENVIRONMENT } from '../../support/function-environment.ts';

const run = promisify(execFile);

const MEASURE =
  'const start = performance.now(); await import(process.argv[1]); console.log(performance.now() - start);';

/** How long a new Node process takes to import a bundle, in ms. Once: the caller takes medians. */
async function importOnce(bundle: string): Promise<number> {
  const { stdout } = await run(
    process.execPath,
    ['--input-type=module', '--eval', MEASURE, pathToFileURL(bundle).href],
    { env: FUNCTION_ENVIRONMENT },
  );
  return Number(stdout);
}

/**
 * Import times in ms, one for each round. Every round imports every bundle once, one after the other, so that whatever
 * else the machine does hits neighbours alike.
 */
export async function importTimes(
  bundles: ReadonlyMap<string, string>,
  rounds: number,
): Promise<Map<string, number[]>> {
  const times = new Map([...bundles.keys()].map((name) => [name, [] as number[]]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, bundle] of bundles) times.get(name)?.push(await importOnce(bundle));
  }
  return times;
}
