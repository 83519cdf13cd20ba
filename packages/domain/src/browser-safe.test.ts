import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

describe('the rules', () => {
  const folder = new URL('.', import.meta.url);
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  );

  it('run in a browser and read no clock, file or random number', () => {
    expect(sources.length).toBeGreaterThan(10);
    for (const name of sources) {
      const text = readFileSync(new URL(name, folder), 'utf8');
      expect(text, name).not.toMatch(
        /from 'node:|\bprocess\.|\bBuffer\b|Date\.now|new Date\(\)|Math\.random|performance\.now/,
      );
    }
  });
});
