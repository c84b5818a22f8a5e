import dns from 'node:dns';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { awsError, mockAws, resetAws } from '../../support/aws.ts';
import { NOT_DEPLOYED, runCheck } from '../../support/doctor.ts';
import { CERTIFICATE } from '../../support/stages.ts';

const NAME = 'thumbs.example.com';
const ID = 'Z0123456789ABC';
const inZone = { name: NAME, hostedZone: { id: ID, name: 'example.com' } };
const SERVERS = ['ns-1.awsdns-01.com', 'ns-2.awsdns-02.net'];
const SET = 'Set domain.hostedZone in infra/stages/try.ts to the public zone of the domain.';
const DELEGATE = `Set the name servers of example.com at its registrar, or in the parent zone: ${SERVERS.join(', ')}.`;
const undelegated = `The public DNS does not lead to the hosted zone ${ID} of example.com`;

beforeEach(() => resetAws());
afterEach(() => {
  vi.restoreAllMocks();
});

const answerZone = (changes: object = {}) => ({
  HostedZone: { Name: 'example.com.', Config: { PrivateZone: false }, ...changes },
  DelegationSet: { NameServers: SERVERS },
});

/** @param servers the name servers in the public DNS. */
function setUp(answer: object, servers: string[]): void {
  mockAws({ GetHostedZone: answer });
  vi.spyOn(dns.promises, 'resolve').mockImplementation(() =>
    servers.length === 0
      ? Promise.reject(Object.assign(new Error(), { code: 'ENOTFOUND' }))
      : Promise.resolve(servers),
  );
}

it.each([
  [
    'accepts a public zone to which the DNS leads, in any letter case',
    answerZone(),
    ['NS-2.awsdns-02.NET'],
    'ok The public DNS leads to the hosted zone of example.com.',
  ],
  [
    'refuses a zone that does not exist',
    awsError('NoSuchHostedZone'),
    SERVERS,
    `FAIL The hosted zone ${ID} does not exist in this account. -> ${SET}`,
  ],
  [
    'refuses the zone of another domain',
    answerZone({ Name: 'example.org.' }),
    SERVERS,
    `FAIL The hosted zone ${ID} is that of example.org, not of example.com. -> ${SET}`,
  ],
  [
    'refuses a private zone, which ACM cannot read',
    answerZone({ Config: { PrivateZone: true } }),
    SERVERS,
    `FAIL The hosted zone ${ID} is private: nobody outside of its network can resolve ${NAME}. -> ${SET}`,
  ],
  [
    'refuses a domain without name servers, whose certificate would never be validated',
    answerZone(),
    [],
    `FAIL ${undelegated}: a deployment would wait for its certificate for hours. -> ${DELEGATE}`,
  ],
  [
    'refuses a domain with the name servers of another zone',
    answerZone(),
    ['ns1.registrar.example'],
    `FAIL ${undelegated}: a deployment would wait for its certificate for hours. -> ${DELEGATE}`,
  ],
])('doctor, hosted zone: %s', async (_, answer, servers, finding) => {
  setUp(answer, servers);

  expect(await runCheck('hosted zone', { ...NOT_DEPLOYED, settings: { domain: inZone } })).toEqual([finding]);
});

it.each([
  ['its certificate exists', { ...inZone, certificateArn: CERTIFICATE }, NOT_DEPLOYED],
  [
    'the stage has the name already',
    inZone,
    { outputs: () => Promise.resolve({ SiteUrl: `https://${NAME}` }) },
  ],
])(
  'doctor, hosted zone: only warns of the delegation if %s, because nothing waits for it',
  async (_, domain, state) => {
    setUp(answerZone(), []);

    expect(await runCheck('hosted zone', { ...state, settings: { domain } })).toEqual([
      `warn ${undelegated}. -> ${DELEGATE}`,
    ]);
  },
);

it('doctor, hosted zone: does not apply to a stage without a hosted zone', async () => {
  expect(await runCheck('hosted zone', NOT_DEPLOYED)).toEqual([]);
});
