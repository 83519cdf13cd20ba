/** Script and styles of the resolver as one file: `pnpm build` makes them after the app, the api puts them into a page. */
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const source = join(import.meta.dirname, 'src');

export default defineConfig({
  plugins: [react()],
  resolve: {
    // Emoji are those of the machine: ours are larger than all the rest.
    alias: [{ find: /^.*\/theme\/emoji\.css$/, replacement: join(source, 'theme/no-emoji.css') }],
  },
  publicDir: false,
  build: {
    target: 'es2023',
    modulePreload: false,
    outDir: 'dist/resolver',
    emptyOutDir: true,
    // A page from a folder may not load modules, and fonts of another folder: everything is in two files.
    assetsInlineLimit: Number.MAX_SAFE_INTEGER,
    cssCodeSplit: false,
    rolldownOptions: {
      input: join(source, 'resolver-file.tsx'),
      output: {
        format: 'iife',
        entryFileNames: 'resolver.js',
        assetFileNames: 'resolver[extname]',
      },
    },
  },
});
