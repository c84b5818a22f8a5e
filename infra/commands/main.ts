import { EXIT, runCommand, type ExitCode } from './command-line.ts';

/** The commands by the name of their npm script. Each loads only its own modules. */
const COMMANDS: Record<string, (args: string[]) => Promise<ExitCode>> = {
  credits: async (args) => (await import('./credits.ts')).runCredits(args),
  deploy: async (args) => runCommand((await import('./deploy.ts')).deployCommand, args),
  destroy: async (args) => runCommand((await import('./destroy.ts')).destroyCommand, args),
  doctor: async (args) => runCommand((await import('./doctor.ts')).doctorCommand, args),
  examples: async (args) => runCommand((await import('./examples.ts')).examplesCommand, args),
  recover: async (args) => runCommand((await import('./recover.ts')).recoverCommand, args),
  restore: async (args) => runCommand((await import('./restore.ts')).restoreCommand, args),
  settings: async (args) => runCommand((await import('./settings.ts')).settingsCommand, args),
  smoke: async (args) => runCommand((await import('./smoke.ts')).smokeCommand, args),
  'stripe:replay': async (args) => runCommand((await import('./stripe-replay.ts')).stripeReplayCommand, args),
  'stripe:setup': async (args) => runCommand((await import('./stripe-setup.ts')).stripeSetupCommand, args),
};

const [name = '', ...args] = process.argv.slice(2);
const run = COMMANDS[name];
if (run === undefined) {
  process.stderr.write(`Usage: npm run ${Object.keys(COMMANDS).join(' | ')}\n`);
  process.exitCode = EXIT.usage;
} else {
  process.exitCode = await run(args);
}
