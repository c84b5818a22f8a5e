import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { mockClient } from 'aws-sdk-client-mock';
import { writeFile } from 'node:fs/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { PACK_IDS, type PackPrices } from '../../../contract/packs.ts';
import type { RunCdk } from '../../../infra/commands/cdk.ts';
import { checkNodeVersion, deployStage, diffStage } from '../../../infra/commands/deploy.ts';
import { parseSettings, type StageInput } from '../../../infra/stages/settings.ts';
import { awsError, deployedStack, inRegion } from '../support/aws.ts';
import { ACCOUNT, SITE } from '../support/check-context.ts';
import { createTerminal } from '../support/terminal.ts';

const prices: PackPrices = Object.fromEntries(PACK_IDS.map((id) => [id, `price_${id}`]));
const SETUP = 'Next, put the packs on sale: STRIPE_API_KEY=sk_… npm run stripe:setup -- --stage try';
const DONE = 'Done. Check the stage: npm run doctor -- --stage try';

const sts = mockClient(STSClient);
const cloudformation = mockClient(CloudFormationClient);
/** The arguments of each run of the CLI. */
let runs: string[][];

beforeEach(() => {
  runs = [];
  sts.reset();
  sts.on(GetCallerIdentityCommand).resolves({ Account: ACCOUNT, Arn: 'arn' });
  cloudformation.reset();
  cloudformation.on(DescribeStacksCommand).rejects(awsError('ValidationError'));
  mockStack('CDKToolkit', { BootstrapVersion: '30' });
});

function mockStack(StackName: string, outputs = {}): void {
  cloudformation.on(DescribeStacksCommand, { StackName }).resolves(deployedStack(StackName, outputs));
}

/** A CLI with this exit code. Like the real one, it writes outputs if it changed something. */
function createCdk(code: number, outputs?: Record<string, string>): RunCdk {
  return async (args) => {
    runs.push(args);
    const file = args[args.indexOf('--outputs-file') + 1] ?? '';
    if (outputs !== undefined) await writeFile(file, JSON.stringify({ 'Thumbforge-try': outputs }));
    return code;
  };
}

interface Deployment {
  unattended?: boolean;
  cdk?: RunCdk;
}

async function deploy(
  input: Partial<StageInput> = {},
  { unattended = false, cdk = createCdk(0, { SiteUrl: SITE }) }: Deployment = {},
) {
  const { terminal, printed, warned } = createTerminal();
  const settings = parseSettings({ stage: 'try', ...input });
  const exitCode = await deployStage({ settings, unattended, terminal, cdk });
  return { exitCode, printed, warned };
}

describe('a deployment', () => {
  it('runs the CLI once for all stacks of the stage', async () => {
    await deploy();

    const file = expect.stringMatching(/build\/outputs\/try\.json$/) as string;
    expect(runs).toEqual([['deploy', '--all', '--context', 'stage=try', '--outputs-file', file]]);
  });

  it('does not ask for approval if it is unattended', async () => {
    await deploy({}, { unattended: true });

    expect(runs[0]?.slice(-2)).toEqual(['--require-approval', 'never']);
  });

  it('prints its target first, and the outputs at the end', async () => {
    const { printed } = await deploy();

    expect(printed[0]).toBe(`Building and deploying try to account ${ACCOUNT}, us-west-2.`);
    expect(printed[1]).toContain(`SiteUrl  ${SITE}`);
  });

  it('does not print the outputs of an earlier deployment if the CLI writes none', async () => {
    await deploy({}, { cdk: createCdk(0, { SiteUrl: 'https://earlier.example.com' }) });

    const { exitCode, printed } = await deploy({ prices }, { cdk: createCdk(0) });

    expect(exitCode).toBe(0);
    expect(printed.join()).not.toContain('earlier.example.com');
    expect(printed).toHaveLength(2);
  });

  it.each<[string, Partial<StageInput>, boolean, string]>([
    ['the first deployment', {}, false, SETUP],
    ['the first deployment with prices of another account', { prices }, false, SETUP],
    ['a later deployment without prices', {}, true, SETUP],
    ['a later deployment without the price of a new pack', { prices: { pro: 'price_1' } }, true, SETUP],
    ['a later deployment with all prices', { prices }, true, DONE],
  ])('prints the next step after %s', async (_, input, isDeployed, step) => {
    if (isDeployed) mockStack('Thumbforge-try');

    const { exitCode, printed } = await deploy(input);

    expect(exitCode).toBe(0);
    expect(printed.at(-1)).toBe(step);
  });

  it('fails with the CLI, without outputs', async () => {
    const { exitCode, printed, warned } = await deploy({}, { cdk: createCdk(1) });

    expect(exitCode).toBe(1);
    expect(warned).toEqual([
      'The deployment of try failed; see the error above. The previous version is still active.',
    ]);
    expect(printed.join()).not.toContain('SiteUrl');
  });
});

describe('a deployment without its prerequisites', () => {
  const findError = async (input: Partial<StageInput> = {}) => {
    const error = await deploy(input).catch((thrown: unknown) => thrown);
    expect(runs).toEqual([]);
    return error instanceof Error ? error.message : error;
  };
  const TWO_REGIONS = { waf: { enabled: true }, region: 'eu-west-1' };

  it('stops before the build with the bootstrap commands of all regions', async () => {
    cloudformation
      .on(DescribeStacksCommand, { StackName: 'CDKToolkit' })
      .rejects(awsError('ValidationError'));

    expect(await findError(TWO_REGIONS)).toBe(
      'The CDK bootstrap is missing or too old. First run:\n' +
        `  npx cdk bootstrap aws://${ACCOUNT}/us-east-1\n` +
        `  npx cdk bootstrap aws://${ACCOUNT}/eu-west-1`,
    );
  });

  it('does not name a region that is bootstrapped', async () => {
    cloudformation.on(DescribeStacksCommand, { StackName: 'CDKToolkit' }).callsFake(
      inRegion((region) => {
        if (region !== 'us-east-1') throw awsError('ValidationError');
        return deployedStack('CDKToolkit', { BootstrapVersion: '30' });
      }),
    );

    const message = await findError(TWO_REGIONS);

    expect(message).toContain('/eu-west-1');
    expect(message).not.toContain('/us-east-1');
  });

  it('stops without credentials, before any other call', async () => {
    sts.on(GetCallerIdentityCommand).rejects(awsError('CredentialsProviderError'));

    await findError();

    expect(cloudformation.calls()).toEqual([]);
  });

  it.each(['18.20.0', '20.9.0', '20.19.6'])('stops on Node.js %s', async (version) => {
    await expect(checkNodeVersion(version)).rejects.toThrow(
      `Node.js 20.20 or later is required; this is ${version}.`,
    );
  });

  it.each(['20.20.0', '20.20.2', '22.1.0', '24.0.0'])('accepts Node.js %s', async (version) => {
    await expect(checkNodeVersion(version)).resolves.toBeUndefined();
  });
});

describe('a dry run of a deployment', () => {
  const settings = parseSettings({ stage: 'try' });

  it('compares the templates without a change set', async () => {
    const { terminal, printed } = createTerminal();

    expect(await diffStage({ settings, terminal, cdk: createCdk(0) })).toBe(0);
    expect(runs).toEqual([['diff', '--all', '--context', 'stage=try', '--method', 'template']]);
    expect(printed).toEqual(['Dry run: nothing was changed.']);
  });

  it('fails with the CLI', async () => {
    const { terminal } = createTerminal();

    expect(await diffStage({ settings, terminal, cdk: createCdk(1) })).toBe(1);
  });
});
