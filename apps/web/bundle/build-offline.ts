/**
 * Builds what opens from a folder, without a server: each entry of `src/offline` becomes one script and one style in `dist/offline`,
 * after the app. A browser runs no modules and loads no fonts of a page from `file:`, so the script is a classic one and the fonts
 * are in the style.
 */
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

const root = join(import.meta.dirname, '..');
/** Names of files in `src/offline`, without `.tsx`. */
const entries = ['resolver', 'scoreboard'];

for (const name of entries)
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [react()],
    resolve: {
      // Emoji are those of the machine: ours are larger than all the rest.
      alias: [{ find: /^.*\/theme\/emoji\.css$/, replacement: join(root, 'src/theme/no-emoji.css') }],
    },
    build: {
      target: 'es2023',
      modulePreload: false,
      outDir: 'dist/offline',
      emptyOutDir: false,
      assetsInlineLimit: Number.MAX_SAFE_INTEGER,
      cssCodeSplit: false,
      chunkSizeWarningLimit: 2000,
      rolldownOptions: {
        input: join(root, `src/offline/${name}.tsx`),
        output: { format: 'iife', entryFileNames: `${name}.js`, assetFileNames: `${name}[extname]` },
      },
    },
  });
