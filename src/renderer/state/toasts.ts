import { createStore } from 'zustand/vanilla';

export type Toast = {
  readonly id: number;
  readonly tone: 'info' | 'error';
  readonly message: string;
  readonly action: { readonly label: string; readonly run: () => void } | null;
};

export const toasts = createStore<{ readonly list: readonly Toast[] }>(() => ({ list: [] }));

const MOST = 4;
let lastId = 0;

/** Says something at the window's foot. News goes by itself; an error stays until it is dismissed. */
export function say(message: string, action: Toast['action'] = null): void {
  add('info', message, action);
}

export function sayProblem(message: string): void {
  add('error', message, null);
}

function add(tone: Toast['tone'], message: string, action: Toast['action']): void {
  lastId += 1;
  const toast: Toast = { id: lastId, tone, message, action };
  const others = toasts.getState().list.filter((known) => known.message !== message);
  toasts.setState({ list: [...others, toast].slice(-MOST) });
}

export const dismissToast = (id: number): void =>
  toasts.setState(({ list }) => ({ list: list.filter((toast) => toast.id !== id) }));
