/** Stands in for the window's shell, which Electron puts at `process.parentPort`: one page, over the fork's channel. */
type ToUtility = { readonly kind: 'connect' | 'shutdown' } | { readonly kind: 'text'; readonly text: string };

const page = {
  postMessage: (text: string) => void process.send?.({ kind: 'text', text }),
  on(event: 'message' | 'close', listener: (message: { readonly data: unknown }) => void): void {
    if (event === 'message') {
      process.on('message', (message: ToUtility) => message.kind === 'text' && listener({ data: message.text }));
    }
  },
  start: () => {},
};

Object.assign(process, {
  parentPort: {
    postMessage: (report: object) => void process.send?.({ kind: 'shell', report }),
    on(_event: 'message', listener: (message: object) => void): void {
      process.on('message', (message: ToUtility) => {
        if (message.kind !== 'text') listener({ data: message, ports: message.kind === 'connect' ? [page] : [] });
      });
    },
  },
});
