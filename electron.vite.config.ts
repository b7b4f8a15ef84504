import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';

// One build runs on the current Electron and on the older Electron 33 runtime (Node 20.18, Chromium 130).
const NODE_TARGET = 'node20.18';
const CHROME_TARGET = 'chrome130';

export default defineConfig({
  main: {
    build: {
      target: NODE_TARGET,
      rolldownOptions: {
        input: {
          shell: 'src/main/shell/shell.ts',
          utility: 'src/main/host/utility.ts',
          headless: 'src/main/host/headless.ts',
          cli: 'src/main/host/cli.ts',
          reader: 'src/main/store/reader-worker.ts',
        },
        output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  },
  preload: {
    build: {
      target: NODE_TARGET,
      externalizeDeps: false,
      rolldownOptions: {
        input: { preload: 'src/preload/preload.ts' },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  },
  renderer: {
    root: 'src/renderer',
    plugins: [react()],
    build: {
      target: CHROME_TARGET,
      minify: true,
      rolldownOptions: { input: { index: 'src/renderer/index.html' } },
    },
  },
});
