import { describe, expect, it } from 'vitest';
import { runCommandFile } from '../support/run-command.ts';

describe.each([
  ['npm run deploy -- --stage NAME [--dry-run] [--yes]', () => import('../../../infra/commands/deploy.ts')],
  [
    'npm run destroy -- --stage NAME [--dry-run] [--force] [--confirm NAME]',
    () => import('../../../infra/commands/destroy.ts'),
  ],
  ['npm run doctor -- --stage NAME', () => import('../../../infra/commands/doctor.ts')],
  ['npm run settings -- --stage NAME', () => import('../../../infra/commands/settings.ts')],
  [
    'STRIPE_API_KEY=sk_… npm run stripe:setup -- --stage NAME [--dry-run] [--no-deploy] [--yes]',
    () => import('../../../infra/commands/stripe-setup.ts'),
  ],
])('%s', (usage, load) => {
  it('tells with --help how it is used, and each of its options', async () => {
    const { out, error, exitCode } = await runCommandFile(load, ['--stage', 'dev', '--help']);

    expect({ usage: out.split('\n', 1)[0], error, exitCode }).toEqual({ usage, error: '', exitCode: 0 });
    for (const [, option = ''] of usage.matchAll(/(--[a-z-]+)/g)) {
      expect(out).toMatch(new RegExp(`^  ${option}\\b.*  `, 'm'));
    }
  });

  it.each([
    [[], 'Which stage? --stage dev, for example.'],
    [['--stage', 'nowhere'], 'There is no stage "nowhere". Stages: dev, prod.'],
    [['--frobnicate'], "Unknown option '--frobnicate'"],
  ])('called wrongly (%j) ends with 2', async (args, sentence) => {
    const { out, error, exitCode } = await runCommandFile(load, args);

    expect({ out, exitCode }).toEqual({ out: '', exitCode: 2 });
    expect(error).toContain(sentence);
    expect(error).toContain('--help says how it is used.');
  });
});
