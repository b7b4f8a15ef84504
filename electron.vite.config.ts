import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { licences } from './scripts/licences.mjs';

// One build runs on the current Electron and on the older Electron 33 runtime (Node 20.18, Chromium 130).
const NODE_TARGET = 'node20.18';
const CHROME_TARGET = 'chrome130';

const FONT_FOLDER = 'src/renderer/assets/fonts';
const FONTS = [
  { name: 'Inter (typeface)', version: '', licence: 'OFL-1.1', path: `${FONT_FOLDER}/inter-OFL.txt` },
  { name: 'JetBrains Mono (typeface)', version: '', licence: 'OFL-1.1', path: `${FONT_FOLDER}/jetbrains-mono-OFL.txt` },
];

export default defineConfig({
  main: {
    plugins: [licences()],
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
    plugins: [react(), licences(FONTS)],
    build: {
      target: CHROME_TARGET,
      minify: true,
      rolldownOptions: { input: { index: 'src/renderer/index.html' } },
    },
  },
});
