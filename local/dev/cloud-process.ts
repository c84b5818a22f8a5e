import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { CloudCommand, CloudReport } from './messages.ts';

const CLOUD = fileURLToPath(new URL('cloud.ts', import.meta.url));

/** A process with a synthesized stack, which can run the cloud of this stack. */
export class CloudProcess {
  readonly templateHash: string;
  readonly #process: ChildProcess;

  private constructor(child: ChildProcess, templateHash: string) {
    this.#process = child;
    this.templateHash = templateHash;
  }

  /**
   * Starts a process and synthesizes the stack.
   * @throws Error if the stack cannot be synthesized. The process has then printed the reason.
   */
  static async synthesize(port: number): Promise<CloudProcess> {
    const child = fork(CLOUD, {
      execArgv: ['--import', import.meta.resolve('tsx')],
      env: { ...process.env, PORT: String(port) },
      // The process writes only its address to stdout.
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const { templateHash } = await receive(child, 'synthesized');
    return new CloudProcess(child, templateHash);
  }

  /** Runs the cloud. @returns its port and its warnings. */
  async start(): Promise<{ port: number; warnings: readonly string[] }> {
    const ready = receive(this.#process, 'ready');
    this.#send({ kind: 'start' });
    return ready;
  }

  replace(operations: readonly string[]): void {
    this.#send({ kind: 'replace', operations });
  }

  /** Resolves when the process has stored its data and ended. */
  async stop(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const ended = once(this.#process, 'exit');
    if (this.#process.connected) this.#process.disconnect();
    await ended;
  }

  #send(command: CloudCommand): void {
    if (this.#process.connected) this.#process.send(command);
  }
}

/**
 * Waits for a report.
 * @throws Error if the process ends before the report.
 */
async function receive<K extends CloudReport['kind']>(
  child: ChildProcess,
  kind: K,
): Promise<Extract<CloudReport, { kind: K }>> {
  return new Promise((resolve, reject) => {
    const end = () => {
      child.off('message', listen);
      reject(new Error('The cloud did not start.'));
    };
    const listen = (report: CloudReport) => {
      if (report.kind !== kind) return;
      child.off('message', listen).off('exit', end);
      resolve(report as Extract<CloudReport, { kind: K }>);
    };
    child.on('message', listen).once('exit', end);
  });
}
