import { z } from 'zod';

/** What the engine process tells the shell about itself, for its questions, its tray and its menu. */
const engineState = z.object({
  inFlight: z.number(),
  /** Deliveries that are queued or wait for a retry. */
  waiting: z.number(),
  paused: z.boolean(),
  /** Whether time runs at 1×, so that what waits is sent in its own time. */
  realTime: z.boolean(),
});
export type EngineState = z.output<typeof engineState>;

/** What a person may be told of outside the window, each by itself, all off unless chosen. */
export const NEWS_CLASSES = ['suspended', 'failed', 'trouble'] as const;
export type NewsClass = (typeof NEWS_CLASSES)[number];

/** A place in the app. Going there changes nothing, but that a run takes the place of the live one. */
const place = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('delivery'), id: z.string().regex(/^dlv_[0-9A-HJKMNP-TV-Z]{26}$/) }),
  z.object({ kind: z.literal('endpoint'), id: z.string().regex(/^ep_[0-9A-HJKMNP-TV-Z]{26}$/) }),
  z.object({ kind: z.literal('event'), id: z.string().regex(/^evt_[0-9A-HJKMNP-TV-Z]{26}$/) }),
  z.object({ kind: z.literal('run'), id: z.string().regex(/^run_[0-9A-HJKMNP-TV-Z]{26}$/) }),
]);
export type Place = z.output<typeof place>;

const news = z.object({ class: z.enum(NEWS_CLASSES), title: z.string(), body: z.string(), place: place.nullable() });
export type News = z.output<typeof news>;

export const engineReport = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  /** It exits with 2 and is not started again; the message is shown instead of the app. */
  z.object({ kind: z.literal('refused'), message: z.string() }),
  z.object({ kind: z.literal('state'), state: engineState }),
  z.object({ kind: z.literal('news'), news }),
]);

/** What the menu and the tray ask of the page. */
export const PAGE_ACTS = [
  'new-run',
  'runs',
  'open-scenario',
  'save-as-scenario',
  'send-event',
  'commands',
  'settings',
  'keys',
  'about',
  'toggle-pause',
  'step',
  'toggle-skip',
  'stop',
] as const;
export type PageAct = (typeof PAGE_ACTS)[number];

/** Those of them that have keys, which a person can change. */
export const KEYED_ACTS = [
  'runs',
  'send-event',
  'commands',
  'settings',
  'keys',
  'toggle-pause',
  'step',
  'toggle-skip',
  'stop',
] as const satisfies readonly PageAct[];
export type KeyedAct = (typeof KEYED_ACTS)[number];

/** What the shell tells the page to do. */
export type ShellCommand =
  | { readonly kind: 'act'; readonly act: PageAct }
  | { readonly kind: 'go'; readonly place: Place }
  /** A link from outside asks for it: the page asks the person first. */
  | { readonly kind: 'link'; readonly place: Place }
  /** A link that names no place. */
  | { readonly kind: 'wrong-link'; readonly address: string }
  /** Something of the desktop was chosen: the page that shows it asks anew. */
  | { readonly kind: 'desktop' };

export const LINK_SCHEME = 'retryscope';
const LINK = /^retryscope:\/\/([a-z]{1,20})\/([a-z]{1,5}_[0-9A-Z]{26})\/?$/;
const MOST_OF_LINK = 120;

/** What a link among these arguments asks for, the first where there are several; null when there is none. */
export function linkAmong(args: readonly string[]): Extract<ShellCommand, { kind: 'link' | 'wrong-link' }> | null {
  const address = args.find((arg) => arg.toLowerCase().startsWith(`${LINK_SCHEME}:`));
  if (address === undefined) return null;
  const place = readDeepLink(address);
  if (place !== null) return { kind: 'link', place };
  return {
    kind: 'wrong-link',
    address: address.length > MOST_OF_LINK ? `${address.slice(0, MOST_OF_LINK)}…` : address,
  };
}

/**
 * The place that `retryscope://delivery/dlv_…` names (likewise `endpoint`, `event`, `run`), or null. Whatever else an
 * address asks for is refused.
 */
export function readDeepLink(address: string): Place | null {
  const [, kind, id] = LINK.exec(address) ?? [];
  const read = place.safeParse({ kind, id });
  return read.success ? read.data : null;
}
