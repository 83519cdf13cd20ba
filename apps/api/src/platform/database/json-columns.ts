/** Rows of the database whose JSON columns are read by their schemas: what is stored was written by another version, perhaps. */
import type { z } from 'zod';

type Shapes = Readonly<Record<string, z.ZodType>>;

/** A row as it is asked for: of JSON columns nothing is known yet. */
export type WithJson<Row, Column extends keyof Row> = Omit<Row, Column> & {
  readonly [Name in Column]: unknown;
};

/** @throws ZodError where a column is not as its schema has it */
export function readJson<Row extends object, Columns extends Shapes>(
  row: Row,
  columns: Columns & { readonly [Name in keyof Columns]: Name extends keyof Row ? unknown : never },
): Omit<Row, keyof Columns> & { readonly [Name in keyof Columns]: z.output<Columns[Name]> } {
  const read = Object.fromEntries(
    Object.entries<z.ZodType>(columns).map(([name, schema]) => [name, schema.parse(row[name as keyof Row])]),
  );
  return { ...row, ...read } as ReturnType<typeof readJson<Row, Columns>>;
}
