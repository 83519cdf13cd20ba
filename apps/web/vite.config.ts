import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { pageIndex } from './bundle/page-index.ts';

/** In development everything under /api is passed to a running api (SANDGLASS_API, default port 8080). */
const api = process.env['SANDGLASS_API'] ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [react(), pageIndex(import.meta.dirname)],
  server: { port: 5173, strictPort: true, proxy: { '/api': { target: api, changeOrigin: false } } },
  build: {
    target: 'es2023',
    // KaTeX fonts and pictures stay files: the content security policy has no data: fonts.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      output: {
        // Split as finely as it is shared, a page was forty files: each costs the browser a millisecond before the first
        // frame, from its cache as well. What every page runs and what most of them share is one file.
        codeSplitting: {
          groups: [
            {
              name: 'app',
              test: /[\\/]web[\\/]src[\\/](?:main\.tsx|components[\\/](?!code[\\/]|conversation))|@mantine[\\/]|@tanstack[\\/]/,
            },
          ],
        },
      },
    },
  },
});
