import {
  CloudFormationClient,
  CreateChangeSetCommand,
  ExecuteChangeSetCommand,
  waitUntilChangeSetCreateComplete,
  waitUntilStackImportComplete,
  type ResourceToImport,
  type StackResourceSummary,
} from '@aws-sdk/client-cloudformation';
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createStageApp } from '../create-app.ts';
import { createRecoveryTemplate, findIdentifier, type RecoveryTemplate } from '../recovery-template.ts';
import type { StageSettings } from '../stages/settings.ts';
import { getMainStack } from '../stages/stacks.ts';
import { createClient, deleteStack, findStack, isCreated, listResources } from './aws.ts';
import {
  defineCommand,
  EXIT,
  flag,
  requireStage,
  STAGE_OPTION,
  text,
  UsageError,
  type ExitCode,
  type Terminal,
} from './command-line.ts';
import { listDeletedStacks, listExistingResources, type KeptResource } from './kept-resources.ts';
import { formatTable } from './table.ts';

const FOLDER = fileURLToPath(new URL('../../build/recovery', import.meta.url));

export const recoverCommand = defineCommand({
  usage: 'npm run recover -- --stage NAME [--from STACK_ID] [--dry-run]',
  description: `Takes back the tables, users, images and keys that a deleted stack left in the account: imports them into a new stack of
the stage. Then deploy the stage, which completes the stack. Run npm run build first. docs/recovery.md has the whole procedure.`,
  options: {
    ...STAGE_OPTION,
    from: text('STACK_ID', 'the deleted stack; needed if several of this name left something'),
    'dry-run': flag('write the template to build/recovery, list what would be imported, and change nothing'),
  },
  exitCodes: '0 imported, 1 failed, 2 wrong usage',
  run: (values, terminal) => {
    const settings = requireStage(values.stage);
    const template = synthesize(settings);
    return recoverStage({ settings, template, from: values.from, dryRun: values['dry-run'], terminal });
  },
});

function synthesize(settings: StageSettings): unknown {
  return createStageApp({ settings }).synth().getStackByName(getMainStack(settings).name).template;
}

interface RecoverOptions {
  settings: StageSettings;
  /** Template of the whole stack. */
  template: unknown;
  /** Id of the deleted stack. @default the only deleted stack that left resources behind */
  from: string | undefined;
  dryRun: boolean;
  terminal: Terminal;
}

/**
 * Imports what a deleted stack left into a new stack with the same name. The import changes no resource.
 * @throws UsageError for the ID of another stack; Error if the stack exists, or nothing is left, or several stacks left something;
 * the SDK's errors.
 */
export async function recoverStage(options: RecoverOptions): Promise<ExitCode> {
  const { settings, from, dryRun, terminal } = options;
  const { name, region } = getMainStack(settings);
  const existing = await findStack(name, region);
  const own = existing === undefined ? [] : await listOwnResources(name, region);
  // A stack that is in use can also have failed to import something.
  const isEmptyImport = own.length === 0 && existing?.StackStatus?.startsWith('IMPORT_ROLLBACK_') === true;
  if (isCreated(existing) && !isEmptyImport) {
    throw new Error(`${name} exists. Only what a deleted stack left can be recovered.`);
  }
  const complete = createRecoveryTemplate(options.template);
  terminal.print(
    `The template of all that can be recovered: ${await writeTemplate(settings.stage, complete)}\n`,
  );
  const kept = await selectKept(settings, from);
  const rows = Object.entries(complete.Resources).map(([id, { Type }]) => ({
    id,
    type: Type,
    physicalId: kept.find((one) => one.logicalId === id && one.type === Type)?.physicalId,
  }));
  terminal.print(
    formatTable(
      ['type', 'logical ID', 'recovered'],
      rows.map(({ type, id, physicalId = 'NOT FOUND: the deployment creates an empty one' }) => [
        type,
        id,
        physicalId,
      ]),
    ),
  );
  const found = rows.filter(
    (row): row is typeof row & { physicalId: string } => row.physicalId !== undefined,
  );
  if (found.length === 0) throw new Error('None of the resources that the stack left is in the template.');
  const Resources = Object.fromEntries(
    Object.entries(complete.Resources).filter(([id]) => found.some((row) => row.id === id)),
  );
  if (existing !== undefined) {
    const lines = own.map(
      ({ ResourceType, LogicalResourceId, PhysicalResourceId }) =>
        `  ${ResourceType} ${LogicalResourceId} ${PhysicalResourceId}`,
    );
    const stack = `The unfinished stack ${name} (${existing.StackStatus}) is deleted first, with its resources:`;
    terminal.print([stack, ...(lines.length === 0 ? ['  none'] : lines)].join('\n'));
  }
  if (dryRun) {
    terminal.print('Dry run: nothing was changed.');
    return EXIT.ok;
  }
  const imports = found.map(({ id, type, physicalId }) => ({
    LogicalResourceId: id,
    ResourceType: type,
    ResourceIdentifier: { [findIdentifier(type)]: physicalId },
  }));
  if (existing !== undefined) await deleteStack({ name, region });
  await importResources(settings, { ...complete, Resources }, imports);
  terminal.print(`\n${name} has its data again. Next, run: npm run deploy -- --stage ${settings.stage}`);
  return EXIT.ok;
}

/** Lists what a stack has, without what it has deleted or kept, and without an import that failed. */
async function listOwnResources(stack: string, region: string): Promise<StackResourceSummary[]> {
  const resources = await listResources(stack, region);
  return resources.filter(
    ({ ResourceStatus = '' }) => !/^(IMPORT_ROLLBACK_|DELETE_(COMPLETE|SKIPPED))/.test(ResourceStatus),
  );
}

async function selectKept(settings: StageSettings, from: string | undefined): Promise<KeptResource[]> {
  const { name, region } = getMainStack(settings);
  if (from !== undefined) {
    // arn:aws:cloudformation:REGION:ACCOUNT:stack/NAME/ID
    if (from.split('/')[1] !== name) throw new UsageError(`${from} is not the ID of a stack ${name}.`);
    return listExistingResources(from, region);
  }
  const stacks = await Promise.all(
    (await listDeletedStacks(settings)).map(async (id) => ({
      id,
      kept: await listExistingResources(id, region),
    })),
  );
  const [only, ...more] = stacks.filter(({ kept }) => kept.length > 0);
  if (only === undefined) {
    throw new Error(
      'No deleted stack left anything. CloudFormation forgets a deleted stack after 90 days. Then import the template in its console.',
    );
  }
  if (more.length === 0) return only.kept;
  const choices = [only, ...more].map(({ id, kept }) => `  --from ${id}  (${kept.length} resources)`);
  throw new Error(
    `Several deleted stacks left something. Choose one, the newest first:\n${choices.join('\n')}`,
  );
}

async function writeTemplate(stage: string, template: RecoveryTemplate): Promise<string> {
  await mkdir(FOLDER, { recursive: true });
  const file = `${FOLDER}/${stage}.template.json`;
  await writeFile(file, `${JSON.stringify(template, null, 2)}\n`);
  return file;
}

/** The timeout of an import, in seconds. An import reads each resource and changes no resource. */
const TIMEOUT = 900;

async function importResources(
  settings: StageSettings,
  template: RecoveryTemplate,
  ResourcesToImport: ResourceToImport[],
): Promise<void> {
  const { name: StackName, region } = getMainStack(settings);
  const client = createClient(CloudFormationClient, region);
  const changeSet = { StackName, ChangeSetName: 'recovery' };
  await client.send(
    new CreateChangeSetCommand({
      ...changeSet,
      ChangeSetType: 'IMPORT',
      TemplateBody: JSON.stringify(template),
      ResourcesToImport,
    }),
  );
  await waitUntilChangeSetCreateComplete({ client, maxWaitTime: TIMEOUT }, changeSet);
  await client.send(new ExecuteChangeSetCommand(changeSet));
  await waitUntilStackImportComplete({ client, maxWaitTime: TIMEOUT }, { StackName });
}
