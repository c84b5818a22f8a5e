import { expect, it } from 'vitest';
import { runCheck, testCheck } from '../../support/doctor.ts';

const service = {
  service: 'style' as const,
  regions: ['us-west-2'],
  label: 'Style',
  cost: 1,
  requestsPerMinute: 10,
  usdPerImage: 0.07,
};
const services = Array.from({ length: 30 }, (_, index) => ({
  ...service,
  id: `us.stability.style-${index}`,
}));

it('doctor, size limits: finds every function and role that is too small for the services', async () => {
  const findings = await runCheck('size limits', { settings: { services } });

  const reason =
    /^FAIL The (\w+ of \w+)\w{8} would have the size \d{4,5}, and the limit is (\d+)\. Name fewer models in the settings models and services, or choose a shorter stage or domain name\. -> Then run: npm run synth -- --context stage=try$/;
  expect(findings.map((finding) => reason.exec(finding)?.slice(1))).toEqual([
    ['policies of GenerateThumbnailRole', '10240'],
    ['environment of GenerateThumbnailFunction', '3840'],
    ['policies of McpRole', '10240'],
    ['environment of McpFunction', '3840'],
    ['policies of GenerateWaitingRole', '10240'],
    ['environment of GenerateWaitingFunction', '3840'],
    ['environment of ListThumbnailsFunction', '3840'],
  ]);
});

testCheck('size limits', {
  'the default settings fit': [{}, 'ok The environments and policies of all functions fit.'],
});
