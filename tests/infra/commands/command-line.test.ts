import { describe, expect, it } from 'vitest';
import {
  defineCommand,
  EXIT,
  flag,
  requireStage,
  runCommand,
  text,
  UsageError,
  type CommandDefinition,
} from '../../../infra/commands/command-line.ts';
import { ACTIONS, runCredits } from '../../../infra/commands/credits.ts';
import { deployCommand } from '../../../infra/commands/deploy.ts';
import { destroyCommand } from '../../../infra/commands/destroy.ts';
import { doctorCommand } from '../../../infra/commands/doctor.ts';
import { examplesCommand } from '../../../infra/commands/examples.ts';
import { settingsCommand } from '../../../infra/commands/settings.ts';
import { smokeCommand } from '../../../infra/commands/smoke.ts';
import { stripeSetupCommand } from '../../../infra/commands/stripe-setup.ts';
import { formatTable } from '../../../infra/commands/table.ts';
import { createTerminal } from '../support/terminal.ts';

const OPTIONS = { stage: text('NAME', 'dev or prod'), 'dry-run': flag('changes nothing') };

async function run(args: string[], changes: Partial<CommandDefinition<typeof OPTIONS>> = {}) {
  const { terminal, printed, warned } = createTerminal();
  const received: unknown[] = [];
  const command = defineCommand({
    usage: 'npm run try -- --stage NAME',
    description: 'Tries it.',
    options: OPTIONS,
    exitCodes: '0 tried',
    run(values) {
      received.push({ ...values });
      return EXIT.ok;
    },
    ...changes,
  });
  return { exitCode: await runCommand(command, args, terminal), printed, warned, received };
}

const SIGN_IN = 'Sign in with aws sso login, or set AWS_PROFILE or AWS_ACCESS_KEY_ID.';
const createError = (name: string, message = 'from the SDK') => Object.assign(new Error(message), { name });

describe('a command', () => {
  it('receives its options, and its result is the exit code', async () => {
    const { exitCode, received, warned } = await run(['--stage', 'dev', '--dry-run']);

    expect({ exitCode, warned }).toEqual({ exitCode: 0, warned: [] });
    expect(received).toEqual([{ stage: 'dev', 'dry-run': true }]);
    await expect(run([], { run: () => EXIT.failure })).resolves.toMatchObject({ exitCode: 1, warned: [] });
  });

  it('prints its help for --help, with any other arguments, and does nothing', async () => {
    await expect(run(['--nonsense', '--help'])).resolves.toEqual({
      exitCode: 0,
      printed: [expect.stringMatching(/^npm run try -- --stage NAME\n/)],
      warned: [],
      received: [],
    });
  });

  it.each([
    [['--nonsense'], "Unknown option '--nonsense'"],
    [['--stage'], 'argument missing'],
    [['--dry-run=yes'], 'does not take an argument'],
    [['word'], "Unexpected argument 'word'"],
  ])('rejects the arguments %j with exit code 2', async (args, message) => {
    const { exitCode, printed, warned, received } = await run(args);

    expect({ exitCode, printed, received }).toEqual({ exitCode: 2, printed: [], received: [] });
    expect(warned.join()).toContain(message);
    expect(warned.join()).toContain('Run the command with --help to see its usage.');
  });

  it.each([
    ['a UsageError', new UsageError('Wrong.'), 2, 'Wrong.\nRun the command with --help to see its usage.'],
    ['an error, without its stack', new Error('Deploy first.'), 1, 'Deploy first.'],
    [
      'missing credentials',
      createError('CredentialsProviderError'),
      1,
      `There are no AWS credentials. ${SIGN_IN}`,
    ],
    [
      'expired credentials',
      createError('ExpiredTokenException'),
      1,
      `AWS rejects these credentials: they are invalid or expired. ${SIGN_IN}`,
    ],
    ['an error without a message', createError('TimeoutError', ''), 1, 'TimeoutError'],
  ])('reports %s', async (_, error, exitCode, message) => {
    const result = await run([], { run: () => Promise.reject(error) });

    expect(result).toMatchObject({ exitCode, printed: [], warned: [message] });
  });
});

const COMMANDS = {
  deploy: deployCommand,
  destroy: destroyCommand,
  doctor: doctorCommand,
  examples: examplesCommand,
  settings: settingsCommand,
  smoke: smokeCommand,
  'stripe:setup': stripeSetupCommand,
  ...Object.fromEntries(ACTIONS.map(({ name, command }) => [`credits -- ${name}`, command])),
};

it.each(Object.entries(COMMANDS))(
  'npm run %s shows its usage and the exit codes with --help',
  (name, command) => {
    const [usage = ''] = command.help.split('\n', 1);

    expect(usage).toContain(`npm run ${name}`);
    expect(command.help).toContain('\nExit code: 0');
    // --local replaces --stage, which the usage shows.
    for (const option of Object.keys(command.options).filter((each) => each !== 'local')) {
      expect(usage).toContain(`--${option}`);
    }
  },
);

describe('npm run credits', () => {
  it.each(['audit', 'show', 'grant', 'suspend', 'resume', 'release'])(
    '-- %s runs this command',
    async (name) => {
      const { terminal, printed } = createTerminal();

      expect(await runCredits([name, '--help'], terminal)).toBe(0);
      expect(printed.join()).toMatch(`npm run credits -- ${name} --stage`);
    },
  );

  it.each([
    [['--help'], 0, 'npm run credits -- audit | show'],
    [[], 2, 'The first argument must be audit, show, grant, suspend, resume or release.'],
    [['refund'], 2, 'The first argument must be'],
    [['--stage', 'dev', 'audit'], 2, 'The first argument must be'],
  ])('with %j ends with %i, and prints: %s', async (args, exitCode, text) => {
    const { terminal, printed, warned } = createTerminal();

    expect(await runCredits(args, terminal)).toBe(exitCode);
    expect([...printed, ...warned].join()).toContain(text);
  });
});

it('the help of a command is its usage, its description, every option in a column, and the exit codes', () => {
  const { help } = defineCommand({
    usage: 'npm run try -- --stage NAME [--dry-run]',
    description: 'Tries it.',
    options: { stage: text('NAME', 'dev or prod'), 'long-option-name': flag('more') },
    exitCodes: '0 tried',
    run: () => EXIT.ok,
  });

  expect(help.split('\n')).toEqual([
    'npm run try -- --stage NAME [--dry-run]',
    '',
    'Tries it.',
    '',
    '  --stage NAME       dev or prod',
    '  --long-option-name more',
    '  --help             this text',
    '',
    'Exit code: 0 tried.',
  ]);
});

describe('the option --stage', () => {
  it('selects the settings of a stage', () => {
    expect(requireStage('prod')).toMatchObject({ stage: 'prod' });
  });

  it.each([
    [undefined, '--stage is required: dev or prod.'],
    ['nowhere', 'There is no stage "nowhere". Stages: dev, prod.'],
  ])('%s is wrong usage', (stage, message) => {
    expect(() => requireStage(stage)).toThrow(new UsageError(message));
  });
});

describe('a table', () => {
  it('in the output of a command has columns as wide as their widest cell, with numbers aligned right', () => {
    const text = formatTable(
      ['user', 'credits', 'why'],
      [
        ['creator1', 5, ''],
        ['me', -120, 'a longer reason'],
        ['you', '', ''],
      ],
    );

    expect(text.split('\n')).toEqual([
      'user      credits  why',
      '--------  -------  ---------------',
      'creator1        5',
      'me           -120  a longer reason',
      'you',
    ]);
  });

  it('without rows has only its head', () => {
    expect(formatTable(['user', 'credits'], [])).toBe('user  credits\n----  -------');
  });
});
