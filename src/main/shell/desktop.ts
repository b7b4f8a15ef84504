import { join } from 'node:path';
import { app, type BrowserWindow, dialog, Menu, Notification, nativeImage, shell, Tray } from 'electron';
import type { DesktopAnswer, DesktopChoices, DesktopSwitch, MenuKeys } from '../../shared/contract/desktop';
import {
  type EngineState,
  LINK_SCHEME,
  linkAmong,
  type News,
  type PageAct,
  type ShellCommand,
} from '../../shared/contract/shell';
import { ChoiceKeeper } from './desktop-choices';
import { answerDesktop } from './desktop-requests';
import { LEAVING_DETAIL, Leaving } from './leaving';
import { menuItems, sayState, trayItems } from './menu';
import { NoticesOutside, type OutsideNotice } from './notices-outside';
import { Notifier } from './notifier';

const LEAVE = 0;
const ICON_PX = 16;

/** What the app is to the desktop around its window: menu, tray, notifications, links, downloads, and the way out. */
export class Desktop {
  readonly #window: () => BrowserWindow | null;
  readonly #dataDir: string;
  readonly #choices: ChoiceKeeper;
  readonly #notifier: Notifier;
  readonly #outside: NoticesOutside;
  readonly leaving: Leaving;
  #state: EngineState | null = null;
  #tray: Tray | null = null;
  #keys: MenuKeys = {};
  /** What was asked for before the page could hear it. */
  #unheard: ShellCommand[] = [];
  #heard = false;

  constructor(dataDir: string, window: () => BrowserWindow | null) {
    this.#window = window;
    this.#dataDir = dataDir;
    this.#choices = new ChoiceKeeper(join(dataDir, 'desktop.json'));
    const later = (afterMs: number, call: () => void): void => void setTimeout(call, afterMs).unref();
    this.#outside = new NoticesOutside({
      isSupported: () => Notification.isSupported(),
      make: outsideNotice,
      open: (place) => {
        this.toFront();
        if (place !== null) this.#tell({ kind: 'go', place });
      },
      later,
    });
    this.#notifier = new Notifier({
      wants: (what) => this.#choices.choices[what],
      show: (news) => void this.#outside.show(news),
      later,
    });
    this.leaving = new Leaving({
      asks: () => this.#choices.choices.askBeforeQuit,
      state: () => this.#state,
      ask: (stops) => this.#askToLeave(stops),
      leave: () => app.quit(),
    });
  }

  /** Once the app is ready. */
  begin(): void {
    this.#setMenu();
    this.#setTray();
  }

  /** The page hears from now on, or no longer. */
  pageHears(heard: boolean): void {
    this.#heard = heard;
    if (heard) for (const command of this.#unheard.splice(0)) this.#tell(command);
  }

  hearState(state: EngineState | null): void {
    this.#state = state;
    this.#fillTray();
  }

  hearNews(news: News): void {
    this.#notifier.hear(news);
  }

  get choices(): DesktopChoices {
    return this.#choices.choices;
  }

  /** Asks the page about a link among these arguments; whatever else is in them is left alone. */
  openLink(args: readonly string[]): void {
    const link = linkAmong(args);
    if (link === null) return;
    this.toFront();
    this.#tell(link);
  }

  /** Does what the page asks about the desktop. */
  readonly answer = (asked: unknown): Promise<DesktopAnswer> =>
    answerDesktop(asked, {
      choices: () => this.#choices.choices,
      choose: (name, on) => this.#choose(name, on),
      testNotification: this.#outside.test,
      openFolder: this.#openFolder,
      takesLinks: () => app.isDefaultProtocolClient(LINK_SCHEME, ...openedBy()),
      takeLinks: () => void app.setAsDefaultProtocolClient(LINK_SCHEME, ...openedBy()),
      setKeys: (keys) => {
        this.#keys = keys;
        this.#setMenu();
      },
    });

  readonly #openFolder = async (): Promise<string | null> => {
    const why = await shell.openPath(this.#dataDir);
    return why === '' ? null : why;
  };

  /** From the menu, which has no other place to say that it failed. */
  async #openFolderOrSay(): Promise<void> {
    const why = await this.#openFolder();
    if (why !== null) dialog.showErrorBox('The data folder was not opened', `${why}\n\nIt is ${this.#dataDir}`);
  }

  readonly #act = (act: PageAct): void => this.#tell({ kind: 'act', act });

  #tell(command: ShellCommand): void {
    const window = this.#window();
    if (!this.#heard || window === null || window.isDestroyed()) this.#unheard.push(command);
    else window.webContents.send('command', command);
  }

  readonly toFront = (): void => {
    const window = this.#window();
    if (window === null || window.isDestroyed()) return;
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
  };

  #setMenu(): void {
    const items = menuItems(process.platform, this.#choices.choices, this.#keys, {
      act: this.#act,
      openFolder: () => void this.#openFolderOrSay(),
      choose: (name, on) => {
        try {
          this.#choose(name, on);
        } catch (error) {
          console.error(
            `What was chosen could not be saved: ${error instanceof Error ? error.message : String(error)}`,
          );
        }
      },
      quit: () => app.quit(),
    });
    Menu.setApplicationMenu(Menu.buildFromTemplate(items));
  }

  /** @throws Error of the file system, after the choice was done */
  #choose(name: DesktopSwitch, on: boolean): void {
    try {
      this.#choices.set(name, on);
    } finally {
      this.#setMenu();
      this.#setTray();
      this.#tell({ kind: 'desktop' });
    }
  }

  #setTray(): void {
    if (this.#choices.choices.tray && this.#tray === null) {
      this.#tray = new Tray(trayIcon());
      this.#tray.on('click', this.toFront);
    } else if (!this.#choices.choices.tray) {
      this.#tray?.destroy();
      this.#tray = null;
    }
    this.#fillTray();
  }

  #fillTray(): void {
    this.#tray?.setToolTip(`Retryscope: ${sayState(this.#state)}`);
    this.#tray?.setContextMenu(
      Menu.buildFromTemplate(trayItems(this.#state, { act: this.#act, show: this.toFront, quit: () => app.quit() })),
    );
  }

  async #askToLeave(stops: string): Promise<boolean> {
    const question = {
      type: 'question' as const,
      message: `Quit Retryscope? ${stops}`,
      detail: LEAVING_DETAIL,
      buttons: ['Quit', 'Keep it open'],
      defaultId: 1,
      cancelId: 1,
    };
    const window = this.#window();
    const open = window !== null && !window.isDestroyed();
    const { response } = await (open ? dialog.showMessageBox(window, question) : dialog.showMessageBox(question));
    return response === LEAVE;
  }
}

function outsideNotice(title: string, body: string): OutsideNotice {
  const notification = new Notification({ title, body, silent: true });
  return {
    onShown: (call) => void notification.once('show', call),
    onFailed: (call) => void notification.once('failed', (_event, why) => call(why)),
    onClick: (call) => void notification.on('click', call),
    show: () => notification.show(),
  };
}

/** How the system starts this app: a packaged one by itself, one that is worked on by Electron and its folder. */
const openedBy = (): [path?: string, args?: string[]] =>
  app.isPackaged ? [] : [process.execPath, process.argv.slice(1).filter((arg) => linkAmong([arg]) === null)];

/** Three bars and a dot, as the app's own sign: drawn, since one colour is all that a tray needs. */
function trayIcon(): Electron.NativeImage {
  const pixels = Buffer.alloc(ICON_PX * ICON_PX * 4);
  const paint = (x: number, y: number): void => void pixels.set([0xd6, 0xc8, 0x3b, 0xff], 4 * (y * ICON_PX + x));
  for (const x of [2, 3, 6, 7, 10, 11]) for (let y = 3; y < 13; y++) paint(x, y);
  for (const x of [13, 14]) for (const y of [7, 8]) paint(x, y);
  return nativeImage.createFromBitmap(pixels, { width: ICON_PX, height: ICON_PX });
}
