import { paginateListSubscriptionsByTopic, SNSClient, type Subscription } from '@aws-sdk/client-sns';
import type { StageSettings } from '../../stages/settings.ts';
import { getCertificateStack, getFirewallStack } from '../../stages/stacks.ts';
import { collect, createClient, findStack, getOutputs } from '../aws.ts';
import { deployCommand, fail, ok, unknown, type Check, type Finding } from './check.ts';

export const ALARM_CHECKS: readonly Check[] = [
  {
    // A stage for creators needs a recipient of its alarms. A deployment without the address removes the subscription.
    name: 'alarms',
    isPrerequisite: true,
    remedy: ({ stage }) =>
      `Set alarmEmail in infra/stages/${stage}.ts, or the environment variable ALARM_EMAIL.`,
    probe({ settings: { alarmEmail, keepData } }) {
      if (alarmEmail !== undefined) return ok('The stage names a recipient of its alarms.');
      return keepData ? fail('No one receives the alarms: no one learns that credits or payments fail.') : [];
    },
  },
  {
    // A later deployment does not create a subscription again that SNS has deleted, because the template is the same.
    name: 'alarm recipients',
    remedy: deployCommand,
    async probe({ settings, outputs }) {
      const recipients = listRecipients(settings);
      const deployed = await outputs();
      if (deployed === undefined || recipients.length === 0) return [];
      const topics = [deployed['AlarmTopicArn'], ...(await listEdgeTopics(settings))];
      if (topics.includes(undefined)) return unknown('The stage was deployed before this check existed.');
      return topics.map(async (topic = '') => {
        const subscriptions = await listSubscriptions(topic);
        return recipients.map((recipient) => checkRecipient(recipient, subscriptions, topic));
      });
    },
  },
];

interface Recipient {
  protocol: 'email' | 'https';
  endpoint: string;
  setting: 'alarmEmail' | 'alarmUrl';
}

function listRecipients({ alarmEmail = '', alarmUrl = '' }: StageSettings): Recipient[] {
  const recipients: Recipient[] = [
    { protocol: 'email', endpoint: alarmEmail, setting: 'alarmEmail' },
    { protocol: 'https', endpoint: alarmUrl, setting: 'alarmUrl' },
  ];
  return recipients.filter(({ endpoint }) => endpoint !== '');
}

/** Lists the topic of the stack in us-east-1, if the stage has this stack. A topic that does not exist is undefined. */
async function listEdgeTopics(settings: StageSettings): Promise<(string | undefined)[]> {
  const edge = getFirewallStack(settings) ?? getCertificateStack(settings);
  if (edge === undefined) return [];
  const stack = await findStack(edge.name, edge.region);
  return [stack && getOutputs(stack)['AlarmTopicArn']];
}

function listSubscriptions(TopicArn: string): Promise<Subscription[]> {
  const [, , , region = ''] = TopicArn.split(':');
  const client = createClient(SNSClient, region);
  return collect(paginateListSubscriptionsByTopic({ client }, { TopicArn }), (page) => page.Subscriptions);
}

/** The findings name the setting, not the address, because a report may be public. */
function checkRecipient(
  { protocol, endpoint, setting }: Recipient,
  subscriptions: readonly Subscription[],
  topic: string,
): Finding {
  const found = subscriptions.find(
    ({ Protocol, Endpoint }) => Protocol === protocol && Endpoint === endpoint,
  );
  const subscribe = `Run: aws sns subscribe --topic-arn ${topic} --protocol ${protocol} --notification-endpoint ADDRESS`;
  if (found === undefined) {
    return fail(
      `${setting} is not subscribed: it receives no alarm. SNS deletes a subscription that is not confirmed within 48 hours.`,
      `${subscribe}, with the address of ${setting}, and confirm it.`,
    );
  }
  if (found.SubscriptionArn?.startsWith('arn:') === true)
    return ok(`${setting} is subscribed and confirmed.`);
  return fail(
    `${setting} has not confirmed its subscription: it receives no alarm.`,
    protocol === 'email'
      ? `Open the link in the e-mail from AWS. To send it again: ${subscribe}`
      : `Let the endpoint confirm. To ask again: ${subscribe}`,
  );
}
