/** What kind of place an endpoint is; a policy may throttle some of them. */
export const CHANNELS = ['webhook', 'slack', 'discord', 'telegram'] as const;
export type Channel = (typeof CHANNELS)[number];
