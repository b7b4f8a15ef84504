import { join } from 'node:path';
import { app, type BrowserWindow, dialog, Menu, Notification, nativeImage, shell, Tray } from 'electron';
import type { EngineState, News, PageAct, Place, ShellCommand } from '../../shared/contract/shell';
import { readDeepLink } from '../../shared/contract/shell';
import { ChoiceKeeper } from './desktop-choices';
import { LEAVING_DETAIL, Leaving } from './leaving';
import { menuItems, sayState, trayItems } from './menu';
import { Notifier } from './notifier';

const LEAVE = 0;
const ICON_PX = 16;

/** What the app is to the desktop around its window: menu, tray, notifications, links, downloads, and the way out. */
export class Desktop {
  readonly #window: () => BrowserWindow | null;
  readonly #dataDir: string;
  readonly #choices: ChoiceKeeper;
  readonly #notifier: Notifier;
  readonly leaving: Leaving;
  #state: EngineState | null = null;
  #tray: Tray | null = null;
  /** What was asked for before the page could hear it. */
  #unheard: ShellCommand[] = [];
  #heard = false;

  constructor(dataDir: string, window: () => BrowserWindow | null) {
    this.#window = window;
    this.#dataDir = dataDir;
    this.#choices = new ChoiceKeeper(join(dataDir, 'desktop.json'));
    this.#notifier = new Notifier({
      wants: (what) => this.#choices.choices[what],
      show: (news) => this.#show(news),
      later: (afterMs, call) => void setTimeout(call, afterMs).unref(),
    });
    this.leaving = new Leaving({
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

  /** Goes where a link among these arguments points to; whatever else is in them is left alone. */
  openLink(args: readonly string[]): void {
    const place = args.map(readDeepLink).find((found) => found !== null);
    if (place !== undefined) this.#go(place);
  }

  readonly #act = (act: PageAct): void => this.#tell({ kind: 'act', act });

  #go(place: Place): void {
    this.#toFront();
    this.#tell({ kind: 'go', place });
  }

  #tell(command: ShellCommand): void {
    const window = this.#window();
    if (!this.#heard || window === null || window.isDestroyed()) this.#unheard.push(command);
    else window.webContents.send('command', command);
  }

  readonly #toFront = (): void => {
    const window = this.#window();
    if (window === null || window.isDestroyed()) return;
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
  };

  #show({ title, body, place }: News): void {
    if (!Notification.isSupported()) return;
    const notification = new Notification({ title, body, silent: true });
    notification.on('click', () => {
      if (place === null) this.#toFront();
      else this.#go(place);
    });
    notification.show();
  }

  #setMenu(): void {
    const items = menuItems(process.platform, this.#choices.choices, {
      act: this.#act,
      openFolder: () => void shell.openPath(this.#dataDir),
      choose: (name, value) => {
        try {
          this.#choices.set(name, value);
        } catch (error) {
          console.error(
            `What was chosen could not be saved: ${error instanceof Error ? error.message : String(error)}`,
          );
        }
        this.#setTray();
      },
      quit: () => app.quit(),
    });
    Menu.setApplicationMenu(Menu.buildFromTemplate(items));
  }

  #setTray(): void {
    if (this.#choices.choices.tray && this.#tray === null) {
      this.#tray = new Tray(trayIcon());
      this.#tray.on('click', this.#toFront);
    } else if (!this.#choices.choices.tray) {
      this.#tray?.destroy();
      this.#tray = null;
    }
    this.#fillTray();
  }

  #fillTray(): void {
    this.#tray?.setToolTip(`Retryscope: ${sayState(this.#state)}`);
    this.#tray?.setContextMenu(
      Menu.buildFromTemplate(trayItems(this.#state, { act: this.#act, show: this.#toFront, quit: () => app.quit() })),
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

/** Three bars and a dot, as the app's own sign: drawn, since one colour is all that a tray needs. */
function trayIcon(): Electron.NativeImage {
  const pixels = Buffer.alloc(ICON_PX * ICON_PX * 4);
  const paint = (x: number, y: number): void => void pixels.set([0xd6, 0xc8, 0x3b, 0xff], 4 * (y * ICON_PX + x));
  for (const x of [2, 3, 6, 7, 10, 11]) for (let y = 3; y < 13; y++) paint(x, y);
  for (const x of [13, 14]) for (const y of [7, 8]) paint(x, y);
  return nativeImage.createFromBitmap(pixels, { width: ICON_PX, height: ICON_PX });
}
