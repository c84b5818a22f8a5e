import { CloudProcess } from './cloud-process.ts';

/** The cloud of `npm run dev`. A process with a newer template replaces the process of the cloud. */
export class DevCloud {
  readonly #sitePort: number;
  #process: CloudProcess | undefined;
  /** The port of the running cloud. During a restart, requests wait for the new port. */
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
   * Synthesizes the stack, and replaces the cloud if the template has changed. The old cloud answers until then.
   * @returns the warnings of the new cloud, or undefined if the template has not changed.
   */
  async update(): Promise<readonly string[] | undefined> {
    const next = await CloudProcess.synthesize(this.#sitePort);
    const last = this.#process;
    if (next.templateHash === last?.templateHash) {
      await next.stop();
      return undefined;
    }
    this.#process = next;
    // At the first start, requests already wait for this port.
    if (last !== undefined) this.#port = this.#createPort();
    // Only one process at a time may use the data.
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
