import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { checkoutRoot } from '@sandglass/testing';
import { type Browser, chromium } from 'playwright-core';

/** Where Debian and its relatives put it. */
const executablePath = '/usr/bin/chromium';

/** Why these tests cannot run here; null when they can. They are then skipped by this name, not passed. */
export function whyNotHere(): string | null {
  if (!existsSync(executablePath)) return `there is no ${executablePath}: install the package chromium`;
  if (!existsSync(join(checkoutRoot, 'apps/web/dist/index.html'))) {
    return 'the web app is not built: run pnpm --filter @sandglass/web build';
  }
  return process.getuid?.() === 0 ? null : 'the sandbox needs root';
}

export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
