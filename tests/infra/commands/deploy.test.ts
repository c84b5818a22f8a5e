import { GetCallerIdentityCommand } from '@aws-sdk/client-sts';
import { DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { writeFile } from 'node:fs/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { PACK_IDS, type PackPrices } from '../../../contract/packs.ts';
import { checkNodeVersion, deployStage, diffStage } from '../../../infra/commands/deploy.ts';
import { parseSettings, type StageInput } from '../../../infra/stages/settings.ts';
import {
  ACCOUNT,
  awsError,
  cloudformation,
  createStackResponse,
  inRegion,
  mockStack,
  resetAws,
  SITE,
  sts,
} from '../support/aws.ts';
import { createTerminal } from '../support/terminal.ts';

const prices: PackPrices = Object.fromEntries(PACK_IDS.map((id) => [id, `price_${id}`]));

/** The arguments of each run of the CDK CLI. */
let runs: string[][];
/** What the CLI does. Like the real one, it writes outputs only if it changed something. */
let cli: { code: number; outputs?: Record<string, string> };

beforeEach(() => {
  runs = [];
  cli = { code: 0, outputs: { SiteUrl: SITE } };
  resetAws();
  mockStack('CDKToolkit', { BootstrapVersion: '30' });
});

async function runCdk(args: string[]): Promise<number> {
  runs.push(args);
  const file = args[args.indexOf('--outputs-file') + 1] ?? '';
  if (cli.outputs !== undefined) await writeFile(file, JSON.stringify({ 'Thumbforge-try': cli.outputs }));
  return cli.code;
}

async function deploy(input: Partial<StageInput> = {}, unattended = false) {
  const { terminal, printed, warned } = createTerminal();
  const settings = parseSettings({ stage: 'try', ...input });
  const exitCode = await deployStage({ settings, unattended, terminal, cdk: runCdk });
  return { exitCode, printed, warned };
}

describe('a deployment', () => {
  it.each([
    ['runs the CLI once for all stacks of the stage', false, []],
    ['does not ask for approval if it is unattended', true, ['--require-approval', 'never']],
  ])('%s', async (_, unattended, more) => {
    await deploy({}, unattended);

    const file = expect.stringMatching(/build\/outputs\/try\.json$/) as string;
    expect(runs).toEqual([['deploy', '--all', '--context', 'stage=try', '--outputs-file', file, ...more]]);
  });

  it('prints its target first, then the outputs, but not those of an earlier deployment', async () => {
    const target = `Building and deploying try to account ${ACCOUNT}, us-west-2.`;

    expect((await deploy()).printed.slice(0, 2)).toEqual([
      target,
      expect.stringContaining(`SiteUrl  ${SITE}`),
    ]);

    cli = { code: 0 };
    const { exitCode, printed } = await deploy();
    expect([exitCode, printed.length, printed[0]]).toEqual([0, 2, target]);
    expect(printed.join()).not.toContain('SiteUrl');
  });

  const SETUP = 'Next, put the packs on sale: STRIPE_API_KEY=sk_… npm run stripe:setup -- --stage try';
  const DONE = 'Done. Check the stage: npm run doctor -- --stage try';
  it.each<[string, PackPrices, boolean, string]>([
    ['the first deployment', {}, false, SETUP],
    ['the first deployment with prices of another account', prices, false, SETUP],
    ['a later deployment without prices', {}, true, SETUP],
    ['a later deployment without the price of a new pack', { pro: 'price_1' }, true, SETUP],
    ['a later deployment with all prices', prices, true, DONE],
  ])('prints the next step after %s', async (_, inSettings, isDeployed, step) => {
    if (isDeployed) mockStack('Thumbforge-try');

    const { exitCode, printed } = await deploy({ prices: inSettings });

    expect([exitCode, printed.at(-1)]).toEqual([0, step]);
  });

  it('fails with the CLI, without outputs', async () => {
    cli = { code: 1 };

    const { exitCode, printed, warned } = await deploy();

    expect([exitCode, ...warned]).toEqual([
      1,
      'The deployment of try failed; see the error above. The previous version is still active.',
    ]);
    expect(printed.join()).not.toContain('SiteUrl');
  });
});

describe('a deployment without its prerequisites', () => {
  it.each([
    ['in no region', [], ['us-east-1', 'eu-west-1']],
    ['only in us-east-1', ['us-east-1'], ['eu-west-1']],
  ])(
    'stops before the build if the CDK is bootstrapped %s, and names the others',
    async (_, done, missing) => {
      cloudformation.on(DescribeStacksCommand, { StackName: 'CDKToolkit' }).callsFake(
        inRegion((region) => {
          if (!done.includes(region)) throw awsError('ValidationError');
          return createStackResponse('CDKToolkit', { BootstrapVersion: '30' });
        }),
      );
      const commands = missing.map((region) => `\n  npx cdk bootstrap aws://${ACCOUNT}/${region}`);

      const error = await deploy({ waf: { enabled: true }, region: 'eu-west-1' }).catch(String);

      expect(error).toBe(`Error: The CDK bootstrap is missing or too old. First run:${commands.join('')}`);
      expect(runs).toEqual([]);
    },
  );

  it('stops without credentials, before any other call', async () => {
    sts.on(GetCallerIdentityCommand).rejects(awsError('CredentialsProviderError'));

    await expect(deploy()).rejects.toMatchObject({ name: 'CredentialsProviderError' });
    expect([runs, cloudformation.calls()]).toEqual([[], []]);
  });

  it.each(['18.20.0', '20.9.0', '20.19.6'])('stops on Node.js %s', async (version) => {
    await expect(checkNodeVersion(version)).rejects.toThrow(
      `Node.js 20.20 or later is required; this is ${version}.`,
    );
  });

  it.each(['20.20.0', '20.20.2', '22.1.0', '24.0.0'])('continues on Node.js %s', async (version) => {
    await expect(checkNodeVersion(version)).resolves.toBeUndefined();
  });
});

describe('a dry run of a deployment', () => {
  it.each([0, 1])(
    'compares the templates without a change set, and ends like the CLI with %i',
    async (code) => {
      const { terminal, printed } = createTerminal();
      cli = { code };

      const settings = parseSettings({ stage: 'try' });
      expect(await diffStage({ settings, terminal, cdk: runCdk })).toBe(code);
      expect(runs).toEqual([['diff', '--all', '--context', 'stage=try', '--method', 'template']]);
      if (code === 0) expect(printed).toEqual(['Dry run: nothing was changed.']);
    },
  );
});
