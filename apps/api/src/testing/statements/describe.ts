/** What PostgreSQL says of a statement that it has prepared, and not run. */
import type { Client, Connection } from 'pg';

/** A field of a result, as the protocol describes it. */
export interface Field {
  readonly name: string;
  /** OID of its type. */
  readonly dataTypeID: number;
  /** Of the column that it is, unchanged; 0: it is computed. */
  readonly tableID: number;
  readonly columnID: number;
}

/** What node-postgres has on a connection and does not declare. */
type Wire = Connection & {
  parse(query: { text: string; name: string; types: readonly number[] }): void;
  describe(what: { type: 'S'; name: string }): void;
  sync(): void;
};

/** @throws what PostgreSQL finds wrong with it */
export function describeStatement(client: Client, text: string): Promise<readonly Field[]> {
  return new Promise((resolve, reject) => {
    let fields: readonly Field[] = [];
    // As node-postgres hands its connection to a cursor.
    client.query({
      submit(connection: Connection) {
        const wire = connection as Wire;
        wire.parse({ text, name: '', types: [] });
        wire.describe({ type: 'S', name: '' });
        wire.sync();
      },
      handleRowDescription(description: { fields: Field[] }) {
        ({ fields } = description);
      },
      handleError: reject,
      handleReadyForQuery: () => resolve(fields),
    });
  });
}
