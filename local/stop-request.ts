/** The shell of npm, if npm started this process. */
const PARENT = process.ppid;
const STARTED_BY_NPM = process.env['npm_lifecycle_event'] !== undefined;
const CHECK_MS = 250;

/**
 * Calls `stop` once, at SIGINT, at SIGTERM, or when npm's shell ends. npm forwards a signal only to its shell, and most shells end without
 * forwarding the signal.
 */
export function onStopRequest(stop: () => void): void {
  const request = () => {
    clearInterval(watch);
    // A second Ctrl-C has no handler, so it ends the process at once.
    process.off('SIGINT', request).off('SIGTERM', request);
    stop();
  };
  const watch = setInterval(() => {
    if (STARTED_BY_NPM && process.ppid !== PARENT) request();
  }, CHECK_MS).unref();
  process.on('SIGINT', request).on('SIGTERM', request);
}
