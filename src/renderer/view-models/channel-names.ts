import type { Channel } from '../../shared/model/channel';

export const CHANNEL_NAMES: Readonly<Record<Channel, string>> = {
  webhook: 'Webhook',
  slack: 'Slack',
  discord: 'Discord',
  telegram: 'Telegram',
};
