import { CloudProcess } from './cloud-process.ts';

/** The cloud of `npm run dev`: a process that a process with a newer template replaces. */
export class DevCloud {
  readonly #sitePort: number;
  #process: CloudProcess | undefined;
  /** The port of the running cloud. Requests wait for it during a restart. */
  #port: Promise<number>;
  #setPort: (port: number) => void = () => undefined;

  constructor(sitePort: number) {
    this.#sitePort = sitePort;
    this.#port = this.#createPort();
  }

  get port(): Promise<number> {
    return this.#port;
  }

  /**
   * Synthesizes the stack, and runs it if its template has changed. Until then the cloud of the last template answers.
   * @returns the warnings of the new cloud, or undefined if the template is the same.
   */
  async update(): Promise<readonly string[] | undefined> {
    const next = await CloudProcess.synthesize(this.#sitePort);
    const last = this.#process;
    if (next.templateHash === last?.templateHash) {
      await next.stop();
      return undefined;
    }
    this.#process = next;
    // The first start has requests that wait already.
    if (last !== undefined) this.#port = this.#createPort();
    // The data has one owner at a time.
    await last?.stop();
    const { port, warnings } = await next.start();
    this.#setPort(port);
    return warnings;
  }

  replace(operations: readonly string[]): void {
    this.#process?.replace(operations);
  }

  async stop(): Promise<void> {
    await this.#process?.stop();
  }

  #createPort(): Promise<number> {
    return new Promise((resolve) => {
      this.#setPort = resolve;
    });
  }
}
