import { existsSync } from 'node:fs';
import { join } from 'node:path';

type Name = 'chromium' | 'firefox';

/** Folders in which Windows installs programs: for all users, 32-bit programs, and for one user. */
const PROGRAMS = ['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA'].flatMap(
  (name) => process.env[name] ?? [],
);
const onWindows = (path: string) => PROGRAMS.map((folder) => join(folder, path));

/** Ubuntu's `chromium-browser` may be a stub that installs a snap package, so it comes last. */
const PATHS: Record<Name, Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  chromium: {
    linux: ['/usr/bin/chromium', '/usr/bin/google-chrome', '/usr/bin/chromium-browser'],
    darwin: [
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
    ],
    win32: [
      ...onWindows('Google/Chrome/Application/chrome.exe'),
      ...onWindows('Chromium/Application/chrome.exe'),
    ],
  },
  firefox: {
    linux: ['/usr/bin/firefox-esr', '/usr/bin/firefox'],
    darwin: ['/Applications/Firefox.app/Contents/MacOS/firefox'],
    win32: onWindows('Mozilla Firefox/firefox.exe'),
  },
};

/**
 * Finds a browser of this system: the path in the variable CHROMIUM or FIREFOX, or the first known path that exists. Playwright
 * downloads no browser. If no path exists, returns a missing path, which the error of the launch names.
 */
export function findBrowser(name: Name): string {
  const variable = name.toUpperCase();
  const known = PATHS[name][process.platform] ?? [];
  return process.env[variable] ?? known.find((path) => existsSync(path)) ?? known[0] ?? `$${variable}`;
}

/** Chromium of Debian without windows: the same engine, in a quarter less CPU time (docs/decisions/0100). */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';

/** Finds the browser of the tests: the path in the variable CHROMIUM, the headless shell, or the whole Chromium. */
export const findHeadlessChromium = (): string =>
  process.env['CHROMIUM'] === undefined && existsSync(HEADLESS_SHELL)
    ? HEADLESS_SHELL
    : findBrowser('chromium');
