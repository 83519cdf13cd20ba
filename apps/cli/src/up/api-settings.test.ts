import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkoutRoot } from '../platform/checkout.ts';
import { apiSettingsOf } from './api-settings.ts';

it('the settings that an operator may choose reach the api, and nothing else does', () => {
  const given = {
    SANDGLASS_TRUST_PROXY: '10.0.0.5',
    SANDGLASS_OIDC_NAME: '',
    SANDGLASS_SECRET: 'of somebody',
    HOME: '/root',
  };
  expect(apiSettingsOf(given)).toEqual({ SANDGLASS_TRUST_PROXY: '10.0.0.5' });
});

it('every setting of single sign-on is among them', () => {
  const page = readFileSync(join(checkoutRoot, 'docs/api.md'), 'utf8');
  const named = new Set(page.match(/SANDGLASS_(?:OIDC|LOGIN|PUBLIC)_[A-Z_]+/g));
  expect(named.size).toBeGreaterThan(10);
  for (const name of named) expect(apiSettingsOf({ [name]: 'x' })).toEqual({ [name]: 'x' });
});
