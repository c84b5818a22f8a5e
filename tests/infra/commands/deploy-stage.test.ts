import { CloudFormationClient, DescribeStacksCommand, type Stack } from '@aws-sdk/client-cloudformation';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { mockClient } from 'aws-sdk-client-mock';
import { writeFile } from 'node:fs/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import type { RunCdk } from '../../../infra/commands/cdk.ts';
import { deployStage, diffStage } from '../../../infra/commands/deploy/deploy-stage.ts';
import { checkNode } from '../../../infra/commands/deploy/preflight.ts';
import { parseSettings, type StageInput } from '../../../infra/stages/settings.ts';
import { inRegion } from '../support/aws.ts';
import { ACCOUNT, awsError, SITE } from '../support/patient.ts';
import { newTerminal } from '../support/terminal.ts';

const prices = { starter: 'price_1', pro: 'price_2', elite: 'price_3' };
const SETUP = 'Next, to put the packs on sale: STRIPE_API_KEY=sk_… npm run stripe:setup -- --stage try';

const sts = mockClient(STSClient);
const cloudformation = mockClient(CloudFormationClient);
/** What the CLI was run with. */
let runs: string[][];

beforeEach(() => {
  runs = [];
  sts.reset();
  sts.on(GetCallerIdentityCommand).resolves({ Account: ACCOUNT, Arn: 'arn' });
  cloudformation.reset();
  cloudformation.on(DescribeStacksCommand).rejects(awsError('ValidationError'));
  isThere('CDKToolkit', [{ OutputKey: 'BootstrapVersion', OutputValue: '30' }]);
});

function isThere(StackName: string, Outputs: NonNullable<Stack['Outputs']> = []): void {
  const stack = {
    StackName,
    CreationTime: new Date(0),
    StackStatus: 'CREATE_COMPLETE' as const,
    Outputs,
  };
  cloudformation.on(DescribeStacksCommand, { StackName }).resolves({ Stacks: [stack] });
}

/** A CLI that ends with this code; a good one leaves the outputs as the real one does. */
function cdkThatEnds(code: number): RunCdk {
  return async (args) => {
    runs.push(args);
    const file = args[args.indexOf('--outputs-file') + 1];
    if (code === 0 && args[0] === 'deploy' && file !== undefined) {
      await writeFile(file, JSON.stringify({ 'Thumbforge-try': { SiteUrl: SITE } }));
    }
    return code;
  };
}

async function deploy(input: Partial<StageInput> = {}, { unattended = false, code = 0 } = {}) {
  const { terminal, said, warned } = newTerminal();
  const settings = parseSettings({ stage: 'try', ...input });
  const exit = await deployStage({ settings, unattended, terminal, cdk: cdkThatEnds(code) });
  return { exit, said, warned };
}

describe('a deployment', () => {
  it('is one call of the CLI, for all stacks of the stage', async () => {
    await deploy();

    expect(runs).toEqual([
      [
        'deploy',
        '--all',
        '--context',
        'stage=try',
        '--outputs-file',
        expect.stringMatching(/build\/outputs\/try\.json$/) as string,
      ],
    ]);
  });

  it('without anybody to ask does not ask before permissions grow', async () => {
    await deploy({}, { unattended: true });

    expect(runs[0]?.slice(-2)).toEqual(['--require-approval', 'never']);
  });

  it('says where it goes before, and where the site is after', async () => {
    const { said } = await deploy();

    expect(said[0]).toBe(`Deploying try to account ${ACCOUNT}, us-west-2. It is built first.`);
    expect(said[1]).toContain(`SiteUrl  ${SITE}`);
  });

  it.each<[string, Partial<StageInput>, boolean, string]>([
    ['the first, without prices', {}, false, SETUP],
    ['the first, with prices of another account', { prices }, false, SETUP],
    ['a later one, still without prices', {}, true, SETUP],
    [
      'a later one, with prices',
      { prices },
      true,
      'Done. npm run doctor -- --stage try tells whether everything around it is in order.',
    ],
  ])('says the one next step after %s', async (_, input, wasThere, step) => {
    if (wasThere) isThere('Thumbforge-try');

    const { exit, said } = await deploy(input);

    expect(exit).toBe(0);
    expect(said.at(-1)).toBe(step);
  });

  it('that fails ends with 1, and says no address', async () => {
    const { exit, said, warned } = await deploy({}, { code: 1 });

    expect(exit).toBe(1);
    expect(warned).toEqual(['The deployment of try failed; above it says why. What ran before it runs on.']);
    expect(said.join()).not.toContain(SITE);
  });
});

describe('before anything is built', () => {
  const refused = async (input: Partial<StageInput> = {}) => {
    const error = await deploy(input).catch((thrown: unknown) => thrown);
    expect(runs).toEqual([]);
    return error instanceof Error ? error.message : error;
  };

  it('a region without the bootstrap stops it, with the command to run', async () => {
    cloudformation
      .on(DescribeStacksCommand, { StackName: 'CDKToolkit' })
      .rejects(awsError('ValidationError'));

    expect(await refused({ waf: { enabled: true }, region: 'eu-west-1' })).toBe(
      'The CDK is not bootstrapped yet, or its bootstrap is too old. First:\n' +
        `  npx cdk bootstrap aws://${ACCOUNT}/us-east-1\n` +
        `  npx cdk bootstrap aws://${ACCOUNT}/eu-west-1`,
    );
  });

  it('a region that is bootstrapped is not named', async () => {
    cloudformation.on(DescribeStacksCommand, { StackName: 'CDKToolkit' }).callsFake(
      inRegion((region) => {
        if (region !== 'us-east-1') throw awsError('ValidationError');
        return {
          Stacks: [
            { StackName: 'CDKToolkit', Outputs: [{ OutputKey: 'BootstrapVersion', OutputValue: '30' }] },
          ],
        };
      }),
    );

    const message = await refused({ waf: { enabled: true } });
    expect(message).toContain('/us-west-2');
    expect(message).not.toContain('/us-east-1');
  });

  it('missing credentials stop it', async () => {
    sts.on(GetCallerIdentityCommand).rejects(awsError('CredentialsProviderError'));

    await refused();
    expect(cloudformation.calls()).toEqual([]);
  });

  it.each(['18.20.0', '20.9.0', '20.19.6'])('Node.js %s stops it', async (version) => {
    await expect(checkNode(version)).rejects.toThrow(
      `This is Node.js ${version}; it has to be 20.20 or later.`,
    );
  });

  it.each(['20.20.0', '20.20.2', '22.1.0', '24.0.0'])('Node.js %s is new enough', async (version) => {
    await expect(checkNode(version)).resolves.toBeUndefined();
  });
});

describe('a dry run', () => {
  const settings = parseSettings({ stage: 'try' });

  it('compares the templates, which makes no change set', async () => {
    const { terminal, said } = newTerminal();

    expect(await diffStage({ settings, terminal, cdk: cdkThatEnds(0) })).toBe(0);
    expect(runs).toEqual([['diff', '--all', '--context', 'stage=try', '--method', 'template']]);
    expect(said).toEqual(['A dry run: nothing of this was done.']);
  });

  it('that fails ends with 1', async () => {
    const { terminal } = newTerminal();

    expect(await diffStage({ settings, terminal, cdk: cdkThatEnds(1) })).toBe(1);
  });
});
