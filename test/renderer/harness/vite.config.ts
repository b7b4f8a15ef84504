import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** `vite --config test/renderer/harness/vite.config.ts`, then /test/renderer/harness/index.html. */
export default defineConfig({
  root: process.cwd(),
  plugins: [react()],
  server: { host: '127.0.0.1', port: 4177, strictPort: true },
});
