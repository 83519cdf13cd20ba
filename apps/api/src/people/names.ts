/** Organisations and groups by name: of contest files, tables and other texts that have no ids for them. */
import type { Organisation, TeamGroup } from '@sandglass/contracts';
import type { Place, PresentPeople, Wish } from './people-rows.ts';
import { slugOfName } from './slug-of-name.ts';

/** Finds the id of a name, and makes one, with the wish for it, where there is none. */
export class Names {
  readonly #organisations = new Map<string, string>();
  readonly #organisationsNamed = new Map<string, Set<string>>();
  readonly #groups = new Map<string, string>();
  readonly #taken: { readonly organisations: Set<string>; readonly groups: Set<string> };
  readonly #wishes: Wish[] = [];

  constructor(present: Pick<PresentPeople, 'organisations' | 'groups'>) {
    this.#taken = {
      organisations: new Set(present.organisations.keys()),
      groups: new Set(present.groups.keys()),
    };
    for (const row of [...present.organisations.values()].toReversed()) this.knowOrganisation(row);
    for (const row of [...present.groups.values()].toReversed()) this.knowGroup(row);
  }

  /** Of the database or of another file: of two with the same name the last is meant. */
  knowOrganisation({ id, name, country }: Pick<Organisation, 'id' | 'name' | 'country'>): void {
    this.#taken.organisations.add(id);
    this.#organisations.set(keyOf(name, country), id);
    const named = this.#organisationsNamed.get(name) ?? new Set();
    this.#organisationsNamed.set(name, named.add(id));
  }

  knowGroup({ id, name }: Pick<TeamGroup, 'id' | 'name'>): void {
    this.#taken.groups.add(id);
    this.#groups.set(name, id);
  }

  /** @param country null: one without a country; undefined: the only one of that name, else one without a country */
  organisation(name: string, country: string | null | undefined, place: Place): string {
    const [only, another] = this.#organisationsNamed.get(name) ?? [];
    if (country === undefined && only !== undefined && another === undefined) return only;
    const wanted = country ?? null;
    const known = this.#organisations.get(keyOf(name, wanted));
    if (known !== undefined) return known;
    const id = slugOfName(name, wanted ?? '', (one) => this.#taken.organisations.has(one));
    this.knowOrganisation({ id, name, country: wanted });
    this.#wishes.push({ kind: 'organisations', id, fields: { name, country: wanted }, place });
    return id;
  }

  group(name: string, place: Place): string {
    const known = this.#groups.get(name);
    if (known !== undefined) return known;
    const id = slugOfName(name, '', (one) => this.#taken.groups.has(one));
    this.knowGroup({ id, name });
    this.#wishes.push({ kind: 'groups', id, fields: { name }, place });
    return id;
  }

  /** What was made. */
  get wishes(): readonly Wish[] {
    return this.#wishes;
  }
}

function keyOf(name: string, country: string | null): string {
  return `${name}\u001f${country ?? ''}`;
}
