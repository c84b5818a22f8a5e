import { awsError } from '../../support/aws.ts';
import { missingPermission, testCheck } from '../../support/doctor.ts';

testCheck('alarms', {
  'accept a missing recipient of a stage that does not keep its data': [
    { settings: { alarmEmail: undefined } },
  ],
  'fail without a recipient for a stage that keeps its data': [
    { settings: { keepData: true, alarmEmail: undefined } },
    'FAIL No one receives the alarms: no one learns that credits or payments fail. -> Set alarmEmail in infra/stages/try.ts, or the environment variable ALARM_EMAIL.',
  ],
  'do not print the address of the recipient': [
    { settings: { alarmEmail: 'ops@example.com' } },
    'ok The stage names a recipient of its alarms.',
  ],
});

const TOPIC = 'arn:aws:sns:us-west-2:000000000000:alarms';
const withTopic = {
  settings: { alarmUrl: 'https://on-call.example.com/alarms' },
  outputs: () => Promise.resolve({ AlarmTopicArn: TOPIC }),
};
const subscriptions = (email: string, url = `${TOPIC}:2`) => ({
  ListSubscriptionsByTopic: {
    Subscriptions: [
      { Protocol: 'email', Endpoint: 'ops@example.com', SubscriptionArn: email },
      { Protocol: 'https', Endpoint: 'https://on-call.example.com/alarms', SubscriptionArn: url },
    ],
  },
});
testCheck('alarm recipients', {
  'accepts confirmed subscriptions': [
    { ...withTopic, aws: subscriptions(`${TOPIC}:1`) },
    'ok alarmEmail is subscribed and confirmed.',
    'ok alarmUrl is subscribed and confirmed.',
  ],
  'fails for an unconfirmed subscription, without printing an address': [
    { ...withTopic, aws: subscriptions('PendingConfirmation', 'PendingConfirmation') },
    `FAIL alarmEmail has not confirmed its subscription: it receives no alarm. -> Open the link in the e-mail from AWS. To send it again: Run: aws sns subscribe --topic-arn ${TOPIC} --protocol email --notification-endpoint ADDRESS`,
    'FAIL alarmUrl has not confirmed its subscription: it receives no alarm. -> …',
  ],
  'fails for a subscription that SNS has deleted': [
    { ...withTopic, settings: {}, aws: { ListSubscriptionsByTopic: {} } },
    'FAIL alarmEmail is not subscribed: it receives no alarm. SNS deletes a subscription that is not confirmed within 48 hours. -> …',
  ],
  'also asks the topic in us-east-1': [
    {
      ...withTopic,
      settings: { waf: { enabled: true } },
      aws: {
        DescribeStacks: {
          Stacks: [
            { Outputs: [{ OutputKey: 'AlarmTopicArn', OutputValue: 'arn:aws:sns:us-east-1:1:edge' }] },
          ],
        },
        ListSubscriptionsByTopic: ({ region }: { region: string }) =>
          region === 'us-east-1' ? {} : subscriptions(`${TOPIC}:1`).ListSubscriptionsByTopic,
      },
    },
    'ok alarmEmail is subscribed and confirmed.',
    'FAIL alarmEmail is not subscribed: it receives no alarm. SNS deletes a subscription that is not confirmed within 48 hours. -> …',
  ],
  'does not apply without a recipient, or before the first deployment': [
    { ...withTopic, settings: { alarmEmail: undefined } },
  ],
  'asks for a deployment of a stack without the output': [
    {},
    `? The stage was deployed before this check existed. -> Run: npm run deploy -- --stage try`,
  ],
  'names a missing permission': [
    { ...withTopic, aws: { ListSubscriptionsByTopic: awsError('AccessDeniedException') } },
    missingPermission('sns:ListSubscriptionsByTopic'),
  ],
});
