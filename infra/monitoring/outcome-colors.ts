import { Color } from 'aws-cdk-lib/aws-cloudwatch';

/** The color of each outcome of a generation on the dashboard. */
export const OUTCOME_COLORS = {
  succeeded: Color.GREEN,
  content_filtered: Color.GREY,
  edit_not_possible: Color.PINK,
  reference_not_found: '#c5b0d5',
  reference_invalid: '#c49c94',
  reference_unavailable: '#dbdb8d',
  model_unavailable: Color.ORANGE,
  generation_timeout: Color.BROWN,
  generation_canceled: '#c7c7c7',
  generations_paused: '#9edae5',
  account_suspended: '#f7b6d2',
  internal: Color.RED,
  abandoned: Color.PURPLE,
};
