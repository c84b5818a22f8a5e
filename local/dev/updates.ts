import { sep } from 'node:path';
import { FunctionsBuild } from '../../infra/build/functions.ts';
import { StoppedCloudError, type DevCloud } from './dev-cloud.ts';

interface UpdatesOptions {
  cloud: DevCloud;
  print: (text: string) => void;
}

const FUNCTIONS = /^(?:functions|contract)\//;
const TEMPLATE = /^(?:infra|contract)\/|^web\/index\.html$/;

/** Time without a change before an update begins, in milliseconds. An editor writes several files, or one file several times. */
const QUIET_MS = 50;

/** Applies changed files to the running cloud, one update after the other. An update that cannot be built changes nothing. */
export class Updates {
  readonly #cloud: DevCloud;
  readonly #print: (text: string) => void;
  readonly #changed = new Set<string>();
  readonly #functions = new FunctionsBuild();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();

  constructor({ cloud, print }: UpdatesOptions) {
    this.#cloud = cloud;
    this.#print = print;
  }

  /** Builds the functions for the first start. */
  async build(): Promise<void> {
    await this.#functions.run();
  }

  /** Starts the cloud. Changes wait until the cloud has started. @returns the warnings of the cloud. */
  async start(): Promise<readonly string[]> {
    const starting = this.#cloud.update();
    // The developer does not wait for this build, so it prepares the first change early. If the build fails, the first change reports the
    // failure.
    this.#running = starting.then(() => this.#functions.prepare()).catch(() => undefined);
    return (await starting) ?? [];
  }

  /**
   * Records a change and starts an update after the changes end.
   * @param path the path of the changed file, relative to the root folder.
   */
  change(path: string): void {
    this.#changed.add(path.replaceAll(sep, '/'));
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const paths = [...this.#changed];
      this.#changed.clear();
      this.#running = this.#running.then(() => this.#update(paths));
    }, QUIET_MS);
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#running;
  }

  async #update(paths: readonly string[]): Promise<void> {
    const started = performance.now();
    const finish = (text: string) =>
      this.#print(`${text} (${((performance.now() - started) / 1_000).toFixed(1)} s)`);
    try {
      if (paths.some((path) => FUNCTIONS.test(path))) {
        const operations = await this.#functions.run();
        this.#cloud.replace(operations);
        if (operations.length > 0) finish(`replaced ${operations.join(', ')}`);
        else if (paths.some((path) => path.startsWith('functions/'))) finish('no function changed');
      }
      if (!paths.some((path) => TEMPLATE.test(path))) return;
      const warnings = await this.#cloud.update();
      for (const warning of warnings ?? []) this.#print(warning);
      if (warnings !== undefined) finish('restarted the cloud');
    } catch (error) {
      this.#print(error instanceof Error ? error.message : String(error));
      finish(
        error instanceof StoppedCloudError ? 'no cloud runs: correct the change' : 'kept the last version',
      );
    }
  }
}
