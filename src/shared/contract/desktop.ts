import { z } from 'zod';
import { combination } from './keys';
import { KEYED_ACTS, NEWS_CLASSES } from './shell';

/** What a person may switch of the desktop around the window, each by itself. */
export const DESKTOP_SWITCHES = [...NEWS_CLASSES, 'tray', 'askBeforeQuit', 'reopenPlace'] as const;
export type DesktopSwitch = (typeof DESKTOP_SWITCHES)[number];

const desktopChoices = z.record(z.enum(DESKTOP_SWITCHES), z.boolean());
export type DesktopChoices = Readonly<z.output<typeof desktopChoices>>;

/** What holds until a person chooses: nothing is shown outside the window. */
export const DEFAULT_CHOICES: DesktopChoices = {
  suspended: false,
  failed: false,
  trouble: false,
  tray: false,
  askBeforeQuit: true,
  reopenPlace: true,
};

/** What the page asks of the shell about the desktop. */
export const desktopRequest = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('read') }),
  z.object({ kind: z.literal('choose'), name: z.enum(DESKTOP_SWITCHES), on: z.boolean() }),
  z.object({ kind: z.literal('test-notification') }),
  /** In the system's file manager. */
  z.object({ kind: z.literal('open-folder') }),
  /** The system shall open retryscope:// links with this app. */
  z.object({ kind: z.literal('take-links') }),
  /** The keys of the commands that stand in the menu, as they are now. */
  z.object({ kind: z.literal('keys'), keys: z.record(z.enum(KEYED_ACTS), combination) }),
]);
export type DesktopRequest = z.output<typeof desktopRequest>;

/** The keys that the menu shows; before the page has told them, none. */
export type MenuKeys = Readonly<Partial<Extract<DesktopRequest, { kind: 'keys' }>['keys']>>;

export const desktopReport = z.object({
  choices: desktopChoices,
  /** Whether the system opens retryscope:// links with this app. */
  takesLinks: z.boolean(),
});
export type DesktopReport = z.output<typeof desktopReport>;

/** What came of a request: how things are now, with a sentence where there is something to say, or why it was not done. */
export const desktopAnswer = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), report: desktopReport, says: z.string().nullable() }),
  z.object({ ok: z.literal(false), message: z.string() }),
]);
export type DesktopAnswer = z.output<typeof desktopAnswer>;
