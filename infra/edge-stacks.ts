import { Duration, RemovalPolicy, Stack, type App } from 'aws-cdk-lib';
import * as acm from 'aws-cdk-lib/aws-certificatemanager';
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch';
import * as route53 from 'aws-cdk-lib/aws-route53';
import type { Construct } from 'constructs';
import { Firewall } from './constructs/firewall.ts';
import { createAlarm } from './monitoring/alarms.ts';
import { Notifications } from './monitoring/notifications.ts';
import type { Domain } from './stages/domain.ts';
import type { StageSettings } from './stages/settings.ts';
import { createTags, getCertificateStack, getFirewallStack, type StageStack } from './stages/stacks.ts';

/** The resources that the site uses from us-east-1. */
export interface Edge {
  webAclArn: string | undefined;
  certificate: acm.ICertificate | undefined;
}

/**
 * Adds the stacks of the resources that CloudFront accepts only from us-east-1: a web ACL, and a certificate unless the stage
 * names one. A stack has one region, and each of the two resources has its own stack. If an update of a stack removed the
 * resource, CloudFormation would delete the resource before the distribution releases it. Here an unused resource is a whole
 * unused stack, which no deployment touches.
 */
export function addEdgeStacks(app: App, settings: StageSettings): Edge {
  const certificate = getCertificateStack(settings);
  const firewall = getFirewallStack(settings);
  return {
    certificate: certificate && new CertificateStack(app, certificate, settings).certificate,
    webAclArn: firewall && new FirewallStack(app, firewall, settings).webAclArn,
  };
}

/** A stack in us-east-1. One of them has the alarm on errors of CloudFront. */
class EdgeStack extends Stack {
  constructor(scope: Construct, { name, region }: StageStack, settings: StageSettings, description: string) {
    super(scope, name, {
      env: { region },
      description: `Thumbforge: ${description}, which CloudFront requires in us-east-1`,
      tags: createTags(settings),
      terminationProtection: settings.keepData,
    });
  }

  /**
   * Creates the alarm in us-east-1: CloudFront writes its metrics only there, and an alarm can only notify a topic of the
   * alarm's region. The distribution is created after this stack, so the alarm reads the metric of all distributions of the
   * account.
   */
  protected createAlarm({ alarmEmail, alarmUrl }: StageSettings): void {
    // The main stack has the budget.
    const recipients = { alarmEmail, alarmUrl, monthlyBudgetUsd: 0 };
    const { topic } = new Notifications(this, 'Notifications', { settings: recipients });
    const metric = new cloudwatch.MathExpression({
      expression: 'SELECT MAX("5xxErrorRate") FROM SCHEMA("AWS/CloudFront", DistributionId, Region)',
      period: Duration.minutes(5),
    });
    const row = {
      threshold: 5,
      periods: 3,
      description:
        'For 15 minutes, CloudFront answered 5 % or more of the requests with 5xx: of the pages and files, or of the API.',
      act: 'Open the site. If only its files fail, roll back.',
    };
    createAlarm(this, 'SiteErrors', row, metric, topic);
  }
}

class FirewallStack extends EdgeStack {
  readonly webAclArn: string;

  constructor(scope: Construct, stack: StageStack, settings: StageSettings) {
    super(scope, stack, settings, 'the firewall');
    this.webAclArn = new Firewall(this, 'Firewall').arn;
    this.createAlarm(settings);
  }
}

class CertificateStack extends EdgeStack {
  readonly certificate: acm.ICertificate;

  constructor(scope: Construct, stack: StageStack & { domain: Domain }, settings: StageSettings) {
    super(scope, stack, settings, 'the certificate');
    this.certificate = this.#createCertificate(stack.domain);
    if (getFirewallStack(settings) === undefined) this.createAlarm(settings);
  }

  /**
   * ACM validates the domain by records in the zone, and renews the certificate. A change of the zone replaces the certificate.
   * With the same logical ID, the distribution would not change, and would keep the old certificate. Therefore the logical ID
   * contains the zone, and the distribution refers to it. The distribution still uses the old certificate when this stack is
   * updated, so the stack keeps the old certificate. A certificate costs nothing.
   */
  #createCertificate({ name, hostedZone: zone }: Domain): acm.ICertificate {
    const certificate = new acm.Certificate(this, `Certificate${zone?.id ?? ''}`, {
      domainName: name,
      validation: acm.CertificateValidation.fromDns(
        zone &&
          route53.HostedZone.fromHostedZoneAttributes(this, 'Zone', {
            hostedZoneId: zone.id,
            zoneName: zone.name,
          }),
      ),
    });
    certificate.applyRemovalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE);
    return certificate;
  }
}
