/** What the audit log keeps of changes of people: an import may have 50 000, and the log stays for years. */
import type { PeopleChange } from '@sandglass/contracts';

const mostKept = 100;

/** The first of them. Of an e-mail address only that it changed: an address that is removed later must not stay in the log. */
export function auditedChanges(changes: readonly PeopleChange[]): PeopleChange[] {
  return changes.slice(0, mostKept).map((change) => {
    const { email, ...fields } = change.fields;
    return email === undefined ? change : { ...change, fields: { ...fields, email: [null, 'changed'] } };
  });
}
