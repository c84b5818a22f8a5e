import { markdownTable } from '../report.ts';
import { readProduction, SPIKE } from '../scale/scenarios.ts';
import { simulate } from '../scale/simulate.ts';
import { playSpike } from './play-spike.ts';

// `npm run bench:spike` plays the spike of docs/scale.md with the real functions at ten times the speed, without and with
// the line, next to the simulation. Rates and quotas have a fifth of their size, so that one machine can keep up. It takes
// seven minutes.
const SPEED = 10;
const SIZE = 1 / 5;

process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';

interface Measured {
  requested: number;
  generated: number;
  rejected: number;
  latencies: readonly number[];
}

function renderRow(name: string, { requested, generated, rejected, latencies }: Measured): string[] {
  const at = (quantile: number) => latencies[Math.floor(quantile * (latencies.length - 1))] ?? 0;
  return [
    name,
    String(requested),
    String(generated),
    `${((100 * rejected) / requested).toFixed(1)} %`,
    ...[0.5, 0.95, 1].map((quantile) => `${at(quantile).toFixed(1)} s`),
  ];
}

const { models, pool } = readProduction();
const phases = SPIKE.map(({ minutes, perMinute }) => ({ minutes, perMinute: perMinute * SIZE }));
const smallPool = pool.map((model) => ({ ...model, perMinute: model.perMinute * SIZE }));
const smallModels = models.map((model) => ({
  ...model,
  requestsPerMinute: model.requestsPerMinute * SIZE,
}));
const rows: string[][] = [];
const violations: string[] = [];
for (const [name, longestWait] of [
  ['without a line', 0],
  ['with the line', 300],
] as const) {
  const simulated = simulate({ models: smallPool, phases, maxWait: longestWait });
  rows.push(renderRow(`${name}, simulation`, simulated));
  const played = await playSpike({ models: smallModels, phases, speed: SPEED, longestWait });
  rows.push(renderRow(`${name}, real code`, played));
  violations.push(...played.violations);
}
const header = ['the spike', 'requests', 'generated', 'rejected', 'median', '95 %', 'longest'];
const report = markdownTable(header, rows);
process.stdout.write(`${report}\n`);
for (const violation of violations) process.stderr.write(`Violation: ${violation}\n`);
if (violations.length > 0) process.exitCode = 1;
