import { parseSettings, type StageSettings } from '../../../infra/stages/settings.ts';
import { readStageFile } from '../../../infra/stages/stages.ts';
import { markdownTable } from '../report.ts';
import { PRICES_AS_OF, readModelSeconds } from './assumptions.ts';
import { calculateCost, listInfrastructureCosts } from './cost.ts';

/** The most expensive image model that a new account may use. Production does not use it. */
const ULTRA = {
  id: 'stability.stable-image-ultra-v1:1',
  label: 'Stable Image Ultra',
  region: 'us-west-2',
  schema: 'stability',
  cost: 1,
} as const;

export const readProduction = (): StageSettings => parseSettings(readStageFile('prod'));

/** Renders the tables that docs/scale.md quotes. */
export function renderReport(): string {
  const { models, services } = readProduction();
  const { models: more } = parseSettings({ stage: 'scale', models: [ULTRA] });
  return [
    `**1,000 thumbnails in US dollars (list prices of ${PRICES_AS_OF}, us-west-2)**`,
    renderModelCosts([...models, ...more, ...services]),
    ...models
      .slice(0, 1)
      .flatMap(({ label, id }) => [
        `**Infrastructure, with ${label}**`,
        renderInfrastructure(readModelSeconds(id)),
      ]),
  ].join('\n\n');
}

function renderModelCosts(
  models: readonly (StageSettings['models'] | StageSettings['services'])[number][],
): string {
  return markdownTable(
    ['model', 'model cost', 'infrastructure', 'total'],
    models.map((setting) => {
      const { model, infrastructure } = calculateCost(setting);
      return [
        setting.label,
        model.toFixed(2),
        infrastructure.toFixed(2),
        (model + infrastructure).toFixed(2),
      ];
    }),
  );
}

function renderInfrastructure(seconds: number): string {
  return markdownTable(
    ['service', 'usage of one thumbnail', '$ per 1,000'],
    listInfrastructureCosts(seconds).map(({ service, usage, dollars }) => [
      service,
      usage,
      (dollars * 1_000).toFixed(4),
    ]),
  );
}
