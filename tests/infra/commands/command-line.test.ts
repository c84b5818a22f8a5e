import { describe, expect, it } from 'vitest';
import {
  EXIT,
  runCommand,
  stageOf,
  table,
  UsageError,
  type Command,
} from '../../../infra/commands/command-line.ts';
import { newTerminal } from '../support/terminal.ts';

const OPTIONS = { stage: { type: 'string' }, 'dry-run': { type: 'boolean', default: false } } as const;

async function run(args: string[], more: Partial<Command<typeof OPTIONS>> = {}) {
  const { terminal, said, warned } = newTerminal();
  const typed: unknown[] = [];
  const command: Command<typeof OPTIONS> = {
    help: 'npm run try -- --stage NAME',
    options: OPTIONS,
    run(given) {
      typed.push(given);
      return EXIT.ok;
    },
    ...more,
  };
  return { exitCode: await runCommand(command, args, terminal), said, warned, typed };
}

describe('a command', () => {
  it('gets what was typed, and ends with what it returns', async () => {
    const { exitCode, typed, warned } = await run(['--stage', 'dev', '--dry-run']);

    expect({ exitCode, warned }).toEqual({ exitCode: 0, warned: [] });
    expect(typed).toEqual([{ values: { stage: 'dev', 'dry-run': true }, words: [] }]);
    await expect(run([], { run: () => EXIT.trouble })).resolves.toMatchObject({ exitCode: 1, warned: [] });
  });

  it('with --help prints its help, whatever else is wrong, and does nothing', async () => {
    await expect(run(['--nonsense', '--help'])).resolves.toEqual({
      exitCode: 0,
      said: ['npm run try -- --stage NAME'],
      warned: [],
      typed: [],
    });
  });

  it.each([
    [['--nonsense'], "Unknown option '--nonsense'"],
    [['--stage'], 'argument missing'],
    [['--dry-run=yes'], 'does not take an argument'],
    [['word'], "Unexpected argument 'word'"],
  ])('called wrongly, %j, says how, ends with 2 and does nothing', async (args, sentence) => {
    const { exitCode, said, warned, typed } = await run(args);

    expect({ exitCode, said, typed }).toEqual({ exitCode: 2, said: [], typed: [] });
    expect(warned.join()).toContain(sentence);
    expect(warned.join()).toContain('--help says how it is used.');
  });

  it('that finds the usage wrong itself ends with 2 as well', async () => {
    const { exitCode, warned } = await run([], { run: () => Promise.reject(new UsageError('Which one?')) });

    expect({ exitCode, warned }).toEqual({
      exitCode: 2,
      warned: ['Which one?\n--help says how it is used.'],
    });
  });

  it('takes words where it asks for them', async () => {
    await expect(run(['one', 'two'], { takesWords: true })).resolves.toMatchObject({
      typed: [{ words: ['one', 'two'] }],
    });
  });
});

describe('a command that fails', () => {
  const failing = (error: unknown) =>
    run([], {
      run() {
        throw error;
      },
    });
  const named = (name: string) => Object.assign(new Error('from the SDK'), { name });

  it('ends with 1 and the error’s own sentence, without a stack', async () => {
    await expect(failing(new Error('The stack has to be deployed first.'))).resolves.toMatchObject({
      exitCode: 1,
      said: [],
      warned: ['The stack has to be deployed first.'],
    });
  });

  it.each([
    ['CredentialsProviderError', 'There are no AWS credentials. Sign in'],
    ['ExpiredTokenException', 'or have expired. Sign in'],
  ])('for want of credentials (%s) says what to do', async (name, sentence) => {
    const { warned } = await failing(named(name));

    expect(warned.join()).toContain(sentence);
  });

  it.each([
    [Object.assign(new Error(''), { name: 'TimeoutError' }), 'TimeoutError'],
    ['a text', 'a text'],
  ])('without words of its own says what there is', async (error, sentence) => {
    await expect(failing(error)).resolves.toMatchObject({ exitCode: 1, warned: [sentence] });
  });
});

describe('a stage', () => {
  it('is found by its name', () => {
    expect(stageOf('prod')).toMatchObject({ stage: 'prod' });
  });

  it.each([
    [undefined, 'Which stage?'],
    ['nowhere', 'There is no stage "nowhere"'],
  ])('that is %s is wrong usage', (name, sentence) => {
    expect(() => stageOf(name)).toThrow(UsageError);
    expect(() => stageOf(name)).toThrow(sentence);
  });
});

describe('a table', () => {
  it('has columns as wide as their widest cell, and numbers to the right', () => {
    const text = table(
      ['user', 'credits', 'why'],
      [
        ['somebody', 5, ''],
        ['me', -120, 'a longer reason'],
        ['you', '', ''],
      ],
    );

    expect(text.split('\n')).toEqual([
      'user      credits  why',
      '--------  -------  ---------------',
      'somebody        5',
      'me           -120  a longer reason',
      'you',
    ]);
  });

  it('without a row is its head', () => {
    expect(table(['user', 'credits'], [])).toBe('user  credits\n----  -------');
  });
});
