import { describe, expect, it } from 'vitest';
import { guestCheckout } from './checkout.ts';
import { packageFiles } from './package-files.ts';

describe('a package for the guest', async () => {
  const files = await packageFiles('packages/languages');
  const paths = Object.keys(files).map((path) => path.slice(guestCheckout.length + 1));

  it('comes with its sources and without its tests', () => {
    expect(paths).toContain('packages/languages/package.json');
    expect(paths.filter((path) => path.endsWith('.test.ts'))).toEqual([]);
    expect(paths.some((path) => /^packages\/languages\/src\/.*\.ts$/.test(path))).toBe(true);
  });

  it('finds what it depends on where Node looks for it, and what that depends on', () => {
    expect(files[`${guestCheckout}/packages/languages/node_modules/@sandglass/contracts`]).toHaveProperty(
      'link',
    );
    expect(paths).toContain('packages/contracts/package.json');
    expect(files[`${guestCheckout}/packages/contracts/node_modules/zod`]).toHaveProperty('link');
    expect(paths.some((path) => /\.pnpm\/zod@[^/]+\/node_modules\/zod\/package\.json$/.test(path))).toBe(
      true,
    );
  });

  it('leaves out what is needed for tests alone', async () => {
    const { [`${guestCheckout}/apps/judgehost/node_modules/fast-check`]: tester } =
      await packageFiles('apps/judgehost');
    expect(tester).toBeUndefined();
  });
});
