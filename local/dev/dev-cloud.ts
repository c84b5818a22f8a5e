import { CloudProcess } from './cloud-process.ts';

/** No cloud runs: the process of the last template has ended, and the process of the new template does not start. */
export class StoppedCloudError extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

/** The cloud of `npm run dev`. A process with a newer template replaces the process of the cloud. */
export class DevCloud {
  readonly #sitePort: number;
  #process: CloudProcess | undefined;
  #isStopped = false;
  /** The port of the running cloud. During a restart, requests wait for the new port. If the restart fails, they fail. */
  #port: Promise<number>;
  #setPort: (port: number) => void = () => undefined;
  #failPort: (error: unknown) => void = () => undefined;

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
   * @throws StoppedCloudError if the new cloud does not start. The next update starts a cloud in any case.
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
    if (last !== undefined || this.#isStopped) this.#port = this.#createPort();
    // Only one process at a time may use the data.
    await last?.stop();
    try {
      const { port, warnings } = await next.start();
      this.#setPort(port);
      this.#isStopped = false;
      return warnings;
    } catch (error) {
      this.#process = undefined;
      this.#isStopped = true;
      const stopped = new StoppedCloudError(error);
      this.#failPort(stopped);
      throw stopped;
    }
  }

  replace(operations: readonly string[]): void {
    this.#process?.replace(operations);
  }

  async stop(): Promise<void> {
    await this.#process?.stop();
  }

  #createPort(): Promise<number> {
    const port = new Promise<number>((resolve, reject) => {
      this.#setPort = resolve;
      this.#failPort = reject;
    });
    // The error also reaches the caller of `update`.
    port.catch(() => undefined);
    return port;
  }
}
