/** Every route that reads, with a value for each of its parameters: what a stranger might ask for. */
import type { App } from '../platform/http/app-type.ts';
import type { Access } from '../platform/http/access.ts';

export interface ReadingRoute {
  /** As it was registered. */
  readonly route: string;
  readonly access: Access;
  /** With the values in place of the parameters: each combination of them. */
  readonly paths: readonly string[];
}

/**
 * @param values of the parameters, by the name and, where a name means several things, by the address up to it
 * @throws Error for a parameter without a value: whoever adds a route says what there is to see
 */
export function everyReadingRoute(
  app: App,
  values: Readonly<Record<string, readonly string[]>>,
): ReadingRoute[] {
  return [...app.routeAccess]
    .filter(([route]) => route.startsWith('GET '))
    .map(([route, access]) => ({ route, access, paths: filled(route.slice('GET '.length), values) }));
}

function filled(address: string, values: Readonly<Record<string, readonly string[]>>): string[] {
  const parameter = /:\w+|\*/.exec(address);
  if (parameter === null) return [address];
  const before = address.slice(0, parameter.index + parameter[0].length);
  const known = values[before] ?? values[parameter[0]];
  if (known === undefined) throw new Error(`${address}: this test has no value for ${parameter[0]}`);
  return known.flatMap((value) => filled(address.replace(parameter[0], value), values));
}
