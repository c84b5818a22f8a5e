import { CfnOutput, Duration, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { LIMITS } from '../contract/limits.ts';
import { Api } from './constructs/api.ts';
import { Data } from './constructs/data.ts';
import { Identity } from './constructs/identity.ts';
import { Images, imagesOrigin } from './constructs/images.ts';
import { Operation } from './constructs/operation.ts';
import { Operations } from './constructs/operations.ts';
import { Site } from './constructs/site.ts';
import { invokeModels, onImages, onTable, queryIndex } from './permissions.ts';
import type { StageSettings } from './stages/settings.ts';

interface ThumbforgeStackProps {
  settings: StageSettings;
  /** Folder of the built site. */
  site: string;
}

/** The whole product. It only wires: what a part is made of stands in its construct. */
export class ThumbforgeStack extends Stack {
  constructor(scope: Construct, id: string, { settings, site: assets }: ThumbforgeStackProps) {
    super(scope, id, {
      env: { region: settings.region },
      description: 'Thumbforge: AI thumbnails with credits',
    });
    const { stage, keepData, logRetentionDays } = settings;

    const { users, ledger, thumbnails } = new Data(this, 'Data', { keepData });
    const tables = { USERS_TABLE: users.tableName, LEDGER_TABLE: ledger.tableName };
    const account = { ...tables, WELCOME_CREDITS: String(settings.welcomeCredits) };
    /** To open an account that has none yet. */
    const openAccount = [onTable(users, 'PutItem'), onTable(ledger, 'PutItem')];

    const welcomeUser = new Operation(this, 'WelcomeUser', {
      operation: 'welcome-user',
      description: 'Opens the account of a confirmed user',
      environment: account,
      permissions: openAccount,
      logRetentionDays,
      // Cognito does not wait longer.
      timeout: Duration.seconds(5),
    });
    const identity = new Identity(this, 'Identity', { welcomeUser: welcomeUser.function, keepData });
    const api = new Api(this, 'Api', { identity });
    const site = new Site(this, 'Site', { api, imagesOrigin: imagesOrigin(stage) });
    const { bucket } = new Images(this, 'Images', { stage, siteOrigin: site.origin, keepData });
    const images = { THUMBNAILS_TABLE: thumbnails.tableName, IMAGES_BUCKET: bucket.bucketName };

    const readCredits = new Operation(this, 'ReadCredits', {
      operation: 'read-credits',
      description: 'GET /api/credits',
      environment: account,
      permissions: [onTable(users, 'GetItem'), ...openAccount],
      logRetentionDays,
    });
    const generateThumbnail = new Operation(this, 'GenerateThumbnail', {
      operation: 'generate-thumbnail',
      description: 'POST /api/generate-thumbnail',
      environment: { ...account, ...images, MODEL_POOL: JSON.stringify(settings.models) },
      permissions: [
        onTable(users, 'PutItem', 'UpdateItem'),
        onTable(ledger, 'PutItem'),
        onTable(thumbnails, 'GetItem', 'PutItem', 'UpdateItem'),
        onImages(bucket, 'GetObject', 'PutObject', 'DeleteObject'),
        invokeModels(this, settings.models),
      ],
      logRetentionDays,
      timeout: Duration.seconds(LIMITS.generationSeconds),
      memorySize: 1769,
    });
    const listThumbnails = new Operation(this, 'ListThumbnails', {
      operation: 'list-thumbnails',
      description: 'GET /api/thumbnails and /api/thumbnails/{id}',
      environment: images,
      permissions: [
        onTable(thumbnails, 'GetItem'),
        queryIndex(thumbnails, 'listed'),
        onImages(bucket, 'GetObject'),
      ],
      logRetentionDays,
    });
    const refundAbandoned = new Operation(this, 'RefundAbandoned', {
      operation: 'refund-abandoned',
      description: 'Gives back what a crashed generation still holds',
      environment: { ...tables, ...images },
      permissions: [
        onTable(users, 'UpdateItem'),
        onTable(ledger, 'PutItem'),
        onTable(thumbnails, 'GetItem', 'UpdateItem'),
        queryIndex(thumbnails, 'pending'),
        onImages(bucket, 'DeleteObject'),
      ],
      logRetentionDays,
      timeout: Duration.minutes(2),
    });

    api.route({
      readCredits: readCredits.function,
      generateThumbnail: generateThumbnail.function,
      listThumbnails: listThumbnails.function,
      readThumbnail: listThumbnails.function,
    });
    new Operations(this, 'Operations', { refundAbandoned: refundAbandoned.function });
    site.deploy({
      assets,
      config: {
        region: this.region,
        userPoolId: identity.pool.userPoolId,
        userPoolClientId: identity.client.userPoolClientId,
        magicLink: false,
        models: settings.models.map((model) => ({ id: model.id, label: model.label, cost: model.cost })),
        packs: [],
      },
    });
    new CfnOutput(this, 'SiteUrl', { value: site.origin, description: 'Where creators go' });
  }
}
