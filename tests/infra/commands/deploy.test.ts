import { writeFile } from 'node:fs/promises';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { PACK_IDS, type PackPrices } from '#contract/packs.ts';
import { checkNodeVersion, deployStage, diffStage } from '../../../infra/commands/deploy.ts';
import { CHECKS } from '../../../infra/commands/doctor.ts';
import { parseSettings, type StageInput } from '../../../infra/stages/settings.ts';
import {
  ACCOUNT,
  awsError,
  createTemplate,
  listCalls,
  mockAws,
  mockStack,
  resetAws,
  SITE,
} from '../support/aws.ts';
import { findCheck } from '../support/doctor.ts';
import { createTerminal } from '../support/terminal.ts';

const prices: PackPrices = Object.fromEntries(PACK_IDS.map((id) => [id, `price_${id}`]));

/** The arguments of each run of the CDK CLI. */
let runs: string[][];
/** The results of the CLI. Like the real CLI, the fake CLI writes outputs only if it changed something. */
let cli: { code: number; outputs?: Record<string, string> };

const sizeLimits = findCheck('size limits');
const measureLimits = sizeLimits.probe;
/**
 * The size limits of the first deployment, for all deployments: a measurement synthesizes the whole stage. The tests of the size limits
 * (`doctor/template-limits.test.ts`, `limits.suite.ts`) measure other settings.
 */
let measured: ReturnType<typeof measureLimits> | undefined;

beforeEach(() => {
  const probe = vi.spyOn(sizeLimits, 'probe').mockImplementation((context) => {
    measured ??= measureLimits(context);
    return measured;
  });
  onTestFinished(() => probe.mockRestore());
  runs = [];
  cli = { code: 0, outputs: { SiteUrl: SITE } };
  resetAws();
  mockStack('CDKToolkit', { BootstrapVersion: '30' });
});

async function runCdk(args: string[]): Promise<number> {
  runs.push(args);
  const [, file] = args.slice(args.indexOf('--outputs-file'));
  if (args.includes('--outputs-file') && cli.outputs !== undefined && file !== undefined)
    await writeFile(file, JSON.stringify({ 'Thumbforge-try': cli.outputs }));
  return cli.code;
}

/** A deployed stage, whose functions have reserved the concurrency of the default settings. */
function mockStage(): void {
  mockStack('Thumbforge-try');
  const Properties = { ReservedConcurrentExecutions: 76 };
  mockAws({ GetTemplate: createTemplate({ Generate: { Type: 'AWS::Lambda::Function', Properties } }) });
}

async function deploy(input: Partial<StageInput> = {}, unattended = false, assembly?: string) {
  const { terminal, printed, warned } = createTerminal();
  const settings = parseSettings({ stage: 'try', ...input });
  const exitCode = await deployStage({ settings, assembly, unattended, terminal, cdk: runCdk });
  return { exitCode, printed, warned };
}

describe('a deployment', () => {
  it.each([
    ['runs the CLI once for all stacks of the stage', false, []],
    ['does not ask for approval if it is unattended', true, ['--require-approval', 'never']],
  ])('%s', async (_, unattended, more) => {
    await deploy({}, unattended);

    const file = expect.stringMatching(/build\/outputs\/try\.json$/) as string;
    expect(runs).toEqual([
      ['deploy', 'Thumbforge-try', '--context', 'stage=try', '--outputs-file', file, ...more],
    ]);
  });

  // An assembly is for one stage, and `--all` would deploy every stack in it.
  it('of a built assembly builds nothing, and names the stacks of the stage', async () => {
    await deploy({}, false, 'cdk.out');

    expect(runs[0]?.slice(0, 8)).toEqual([
      'deploy',
      'Thumbforge-try',
      '--context',
      'stage=try',
      '--app',
      'cdk.out',
      '--build',
      'cd .',
    ]);
  });

  it('with the firewall turned off and a new domain deploys all stacks at once, also beside the firewall of before', async () => {
    mockStage();
    mockStack('Thumbforge-try-firewall');
    const domain = { name: 'a.example.com', hostedZone: { id: 'Z0123456789ABC', name: 'example.com' } };

    const { warned } = await deploy({ domain, waf: { enabled: false } }, true);

    expect(runs.map((args) => args.slice(0, 4))).toEqual([
      ['deploy', 'Thumbforge-try-certificate', 'Thumbforge-try', '--context'],
    ]);
    expect(warned.join('\n')).toContain(
      'The settings no longer use the stack Thumbforge-try-firewall, and a deployment does not delete it.',
    );
  });

  it('prints its target first, then its outputs, and no outputs of an earlier deployment', async () => {
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

  const SETUP =
    'Next, put the packs on sale: set STRIPE_API_KEY (sk_…), and run: npm run stripe:setup -- --stage try';
  const DONE = 'Done. Check the stage: npm run smoke -- --stage try';
  it.each<[string, PackPrices, boolean, string]>([
    ['the first deployment', {}, false, SETUP],
    ['the first deployment with prices of another account', prices, false, SETUP],
    ['a later deployment without prices', {}, true, SETUP],
    ['a later deployment without the price of a new pack', { pro: 'price_1' }, true, SETUP],
    ['a later deployment with all prices', prices, true, DONE],
  ])('prints the next step after %s', async (_, inSettings, isDeployed, step) => {
    if (isDeployed) mockStage();

    const { exitCode, printed } = await deploy({ prices: inSettings });

    expect([exitCode, printed.at(-1)]).toEqual([0, step]);
  });

  it.each([
    [false, 'Correct the cause, and run the command again: it deletes what the failure left.'],
    [true, 'The previous version is still active.'],
  ])('fails with the CLI, without outputs (deployed before: %s)', async (isDeployed, consequence) => {
    cli = { code: 1 };
    if (isDeployed) mockStage();

    const { exitCode, printed, warned } = await deploy();

    expect([exitCode, ...warned]).toEqual([
      1,
      `The deployment of try failed; see the error above. ${consequence}`,
    ]);
    expect(printed.join()).not.toContain('SiteUrl');
  });
});

const REFUSED = 'A prerequisite is missing, so the deployment did not start:';

describe('a deployment without its prerequisites', () => {
  // Each of these made a deployment fail halfway, after it had created the tables. The tests of the doctor show when they fail.
  it('runs the checks of what would make it fail halfway', () => {
    const names = CHECKS.filter(({ isPrerequisite }) => isPrerequisite === true).map(({ name }) => name);

    expect(names).toEqual([
      'size limits',
      ...['regions', 'CDK bootstrap', 'stacks', 'region', 'leftovers', 'table indexes'],
      ...['Lambda concurrency', 'budget'],
      ...['models', 'mail sender', 'domain', 'hosted zone', 'named certificate', 'alarms'],
    ]);
  });

  it('stops before it creates anything if one of them fails', async () => {
    const error = await deploy({ keepData: true, alarmEmail: 'operator@example.com' }).catch(String);

    expect(error).toMatch(new RegExp(`^Error: ${REFUSED}\nFAIL mail sender: .+\n {5}.+`));
    expect(runs).toEqual([]);
  });

  it('stops before it changes anything if the stage has skipped deployments that changed indexes of a table', async () => {
    mockStack('Thumbforge-try');
    const Properties = { GlobalSecondaryIndexes: [] };
    mockAws({
      GetTemplate: createTemplate({ DataThumbnails01: { Type: 'AWS::DynamoDB::GlobalTable', Properties } }),
    });

    await expect(deploy()).rejects.toThrow(
      /^A prerequisite is missing[^]*\nFAIL table indexes: .* table thumbnails: adds /,
    );
    expect(runs).toEqual([]);
  });

  it('can be repeated after a first deployment that failed, with a remark', async () => {
    mockStack('Thumbforge-try', {}, { StackStatus: 'ROLLBACK_COMPLETE', StackId: 'failed' });
    mockAws({ ListStackResources: { StackResourceSummaries: [] } });

    const { exitCode, warned, printed } = await deploy();

    expect([exitCode, runs.length]).toEqual([0, 1]);
    expect(warned.join('\n')).toContain('The first deployment of Thumbforge-try failed; it serves nothing');
    // The next step is the next step after a first deployment.
    expect(printed.at(-1)).toContain('stripe:setup');
  });

  it('takes the protection off a stack that failed at its first deployment, so that the CDK can delete it', async () => {
    mockStack(
      'Thumbforge-try',
      {},
      { StackStatus: 'ROLLBACK_COMPLETE', StackId: 'failed', EnableTerminationProtection: true },
    );
    mockAws({ ListStackResources: { StackResourceSummaries: [] }, UpdateTerminationProtection: {} });

    await deploy();

    expect([listCalls('UpdateTerminationProtection'), runs.length]).toMatchObject([
      [{ input: { StackName: 'Thumbforge-try', EnableTerminationProtection: false } }],
      1,
    ]);
  });

  it('leaves the protection of a stack that is in use and has failed to import a resource', async () => {
    mockStack(
      'Thumbforge-try',
      {},
      { StackStatus: 'IMPORT_ROLLBACK_COMPLETE', StackId: 'in use', EnableTerminationProtection: true },
    );
    mockAws({ ListStackResources: { StackResourceSummaries: [] } });

    await deploy();

    expect([listCalls('UpdateTerminationProtection'), runs.length]).toEqual([[], 1]);
  });

  it('continues with a remark if the credentials lack the permissions of the checks, as the credentials of CI do', async () => {
    mockAws({ GetAccountSettings: awsError('AccessDeniedException') });

    const { exitCode, warned } = await deploy();

    expect([exitCode, runs.length]).toEqual([0, 1]);
    expect(warned.join()).toContain('Allow lambda:GetAccountSettings');
  });

  it('stops before the build, and names every region in which the CDK is not bootstrapped', async () => {
    resetAws();
    const reasons = ['us-east-1', 'eu-west-1'].map(
      (region) =>
        `FAIL CDK bootstrap: ${region} is not bootstrapped.\n     Run: npx cdk bootstrap aws://${ACCOUNT}/${region}`,
    );

    const error = await deploy({ waf: { enabled: true }, region: 'eu-west-1' }).catch(String);

    expect(error).toBe(`Error: ${REFUSED}\n${reasons.join('\n')}`);
    expect(runs).toEqual([]);
  });

  it('stops without credentials, before any other call', async () => {
    mockAws({ GetCallerIdentity: awsError('CredentialsProviderError') });

    await expect(deploy()).rejects.toMatchObject({ name: 'CredentialsProviderError' });
    expect([runs, listCalls('DescribeStacks')]).toEqual([[], []]);
  });

  it.each(['18.20.0', '20.9.0', '20.19.6'])('stops on Node.js %s', async (version) => {
    const message = `Node.js 20.20 or later is required; this is ${version}.`;
    await expect(checkNodeVersion(version)).rejects.toThrow(message);
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
      expect(runs).toEqual([['diff', 'Thumbforge-try', '--context', 'stage=try', '--method', 'template']]);
      if (code === 0) expect(printed).toEqual(['Dry run: nothing was changed.']);
    },
  );
});
