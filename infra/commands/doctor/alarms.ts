import { paginateListSubscriptionsByTopic, SNSClient, type Subscription } from '@aws-sdk/client-sns';
import type { StageSettings } from '../../stages/settings.ts';
import { getCertificateStack, getFirewallStack } from '../../stages/stacks.ts';
import { collect, createClient, findStack, getOutputs } from '../aws.ts';
import { deployCommand, fail, ok, unknown, type Check, type Finding } from './check.ts';

/** Checks that a stage for creators has a recipient of its alarms. A deployment without the address removes the subscription. */
export const alarms: Check = {
  name: 'alarms',
  isPrerequisite: true,
  remedy: ({ stage }) =>
    `Set alarmEmail in infra/stages/${stage}.ts, or the environment variable ALARM_EMAIL.`,
  probe({ settings: { alarmEmail, keepData } }) {
    if (alarmEmail === undefined) {
      return keepData ? fail('No one receives the alarms: no one learns that credits or payments fail.') : [];
    }
    return ok('The stage names a recipient of its alarms.');
  },
};

/**
 * Checks that each recipient is subscribed and has confirmed the subscription. SNS deletes a subscription that is not confirmed
 * within 48 hours. A later deployment does not create the subscription again, because the template is the same.
 */
export const alarmRecipients: Check = {
  name: 'alarm recipients',
  async probe({ settings, outputs }) {
    const recipients = listRecipients(settings);
    const deployed = await outputs();
    if (deployed === undefined || recipients.length === 0) return [];
    const findings = await checkTopic(deployed, settings.region, recipients);
    const edge = getFirewallStack(settings) ?? getCertificateStack(settings);
    if (edge === undefined) return findings ?? outdated(settings);
    const edgeStack = await findStack(edge.name, edge.region);
    const edgeFindings = edgeStack && (await checkTopic(getOutputs(edgeStack), edge.region, recipients));
    if (findings === undefined || edgeFindings === undefined) return outdated(settings);
    return [...findings, ...edgeFindings];
  },
};

function outdated(settings: StageSettings): Finding {
  return unknown('The stage was deployed before this check existed.', deployCommand(settings));
}

/** @returns undefined if the stack has no topic. */
async function checkTopic(
  { AlarmTopicArn: topic }: Record<string, string>,
  region: string,
  recipients: readonly Recipient[],
): Promise<Finding[] | undefined> {
  if (topic === undefined) return undefined;
  const client = createClient(SNSClient, region);
  const subscriptions = await collect(
    paginateListSubscriptionsByTopic({ client }, { TopicArn: topic }),
    (page) => page.Subscriptions,
  );
  return recipients.map((recipient) => checkRecipient(recipient, subscriptions, topic));
}

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
