import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readConfig, workFolderOf } from './config.ts';

const right = { SANDGLASS_URL: 'http://127.0.0.1:8080/', SANDGLASS_TOKEN: 'a-token-of-enough-length' };

describe('the environment of a judgehost', () => {
  it('needs an address and a token, and has a default for everything else', () => {
    const config = readConfig(right);
    expect(config).toMatchObject({
      url: 'http://127.0.0.1:8080',
      token: 'a-token-of-enough-length',
      slots: undefined,
      smt: 'idle',
      reserve: 0,
      logLevel: 'info',
      metricsPort: undefined,
    });
    expect(config.name).toMatch(/^[a-zA-Z0-9]/);
  });

  it('names every wrong variable and what would be right', () => {
    const wrong = { ...right, SANDGLASS_URL: 'ftp://x', SANDGLASS_SLOTS: 'many', METRICS_PORT: '70000' };
    expect(() => readConfig(wrong)).toThrow(
      /SANDGLASS_URL: must be the address.*SANDGLASS_SLOTS.*METRICS_PORT/s,
    );
  });

  it('says which cores slots may have', () => {
    const given = { ...right, SANDGLASS_SMT: 'use', SANDGLASS_RESERVE: '2' };
    expect(readConfig(given)).toMatchObject({ smt: 'use', reserve: 2 });
    const wrong = { ...right, SANDGLASS_SMT: 'on', SANDGLASS_RESERVE: '-1' };
    expect(() => readConfig(wrong)).toThrow(/SANDGLASS_SMT.*idle.*use.*SANDGLASS_RESERVE/s);
  });

  it('has the slots work in the data folder, or in the configured folder, which may be in memory', () => {
    const data = { ...right, SANDGLASS_DATA: '/srv/judgehost' };
    expect(workFolderOf(readConfig(data))).toBe('/srv/judgehost/work');
    expect(workFolderOf(readConfig({ ...data, SANDGLASS_WORK: '/run/work' }))).toBe('/run/work');
  });

  it('says that a variable is missing', () => {
    expect(() => readConfig({ SANDGLASS_URL: right.SANDGLASS_URL })).toThrow(/SANDGLASS_TOKEN: is missing/);
  });

  it('takes an empty variable for one that is not set', () => {
    expect(readConfig({ ...right, SANDGLASS_SLOTS: '' }).slots).toBeUndefined();
  });

  it('reads the token from the file that SANDGLASS_TOKEN_FILE names, trimmed', () => {
    const folder = mkdtempSync(join(tmpdir(), 'sandglass-config-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'token');
    writeFileSync(file, 'the-token-in-the-file\n');
    const config = readConfig({ SANDGLASS_URL: right.SANDGLASS_URL, SANDGLASS_TOKEN_FILE: file });
    expect(config.token).toBe('the-token-in-the-file');
  });

  it('names a token file that cannot be read', () => {
    const environment = { SANDGLASS_URL: right.SANDGLASS_URL, SANDGLASS_TOKEN_FILE: '/nowhere/token' };
    expect(() => readConfig(environment)).toThrow(/SANDGLASS_TOKEN_FILE.*ENOENT/);
  });

  it('never shows the token in a refusal', () => {
    const environment = { ...right, SANDGLASS_TOKEN: 'short', LOG_LEVEL: 'loud' };
    expect(() => readConfig(environment)).toThrow(expect.not.stringContaining('"short"'));
  });
});
