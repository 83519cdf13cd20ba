/**
 * Prisma's schema engine as WebAssembly: the same engine `prisma migrate` uses, but from a
 * registry package and over node-postgres, so that migrating needs no download.
 *
 * The package's own entry point imports the `.wasm` file as an ES module, which Node does
 * not do; its glue code is therefore given an instance made here.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import type { SchemaEngine, SchemasContainer } from '@prisma/schema-engine-wasm';
import * as glueModule from '@prisma/schema-engine-wasm/schema_engine_bg';
import { Pool, type QueryConfig, type QueryResult } from 'pg';
import { connectionOptions } from './connection-options.ts';

export type { MigrationList, SchemaEngine } from '@prisma/schema-engine-wasm';

/** Node has WebAssembly; the type library for Node does not declare the part used here. */
declare const WebAssembly: {
  instantiate(
    bytes: Uint8Array,
    imports: Record<string, unknown>,
  ): Promise<{ instance: { exports: Record<string, unknown> } }>;
};

/** What the glue module has besides the types it declares. */
interface Glue {
  readonly __wbg_set_wasm: (exports: unknown) => void;
  SchemaEngine: typeof SchemaEngine;
}

/** OID of `"char"`, the one-byte type of PostgreSQL's catalogs, and of `bpchar`, which the adapter knows. */
const catalogCharacter = 18;
const character = 1042;

/** The engine reads catalogs to see what a database looks like; the adapter refuses their `"char"` columns as they are. */
class CatalogPool extends Pool {
  // node-postgres declares six overloads; the adapter uses the one with a config and a promise.
  override query = (async (config: unknown): Promise<QueryResult> => {
    const result = await super.query(config as QueryConfig);
    for (const field of result.fields ?? []) {
      if (field.dataTypeID === catalogCharacter) field.dataTypeID = character;
    }
    return result;
  }) as Pool['query'];
}

let loaded: Promise<Glue> | undefined;

function loadGlue(): Promise<Glue> {
  loaded ??= (async () => {
    const glue = glueModule as unknown as Glue;
    const require = createRequire(import.meta.url);
    const folder = dirname(require.resolve('@prisma/schema-engine-wasm/schema_engine_bg'));
    const bytes = await readFile(join(folder, 'schema_engine_bg.wasm'));
    const { instance } = await WebAssembly.instantiate(bytes, { './schema_engine_bg.js': glue });
    const { __wbg_set_wasm: setWasm } = glue;
    setWasm(instance.exports);
    (instance.exports['__wbindgen_start'] as () => void)();
    return glue;
  })();
  return loaded;
}

/**
 * Lets `work` use the engine on a database. Its connection is closed afterwards: as long as
 * it lives it holds the engine's own lock, and the next migration would wait for it.
 */
export async function withSchemaEngine<Result>(
  databaseUrl: string,
  schema: SchemasContainer,
  work: (engine: SchemaEngine) => Promise<Result>,
): Promise<Result> {
  const glue = await loadGlue();
  const pool = new CatalogPool({ ...connectionOptions(databaseUrl, 'sandglass-migrate'), max: 1 });
  try {
    const engine = await glue.SchemaEngine.new(
      { datamodels: schema.files.map((file) => [file.path, file.content]) },
      (_message: string) => {},
      bindMigrationAwareSqlAdapterFactory(new PrismaPg(pool)),
    );
    return await work(engine);
  } finally {
    await pool.end();
  }
}
