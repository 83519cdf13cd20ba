/**
 * The part of RFC 6570 that addresses of the api need: `{name}`, `{?a,b}` and `{&a,b}`; and, as in its first drafts,
 * `{?a=x}`: x where there is no other value.
 */

/** @returns null when a `{name}` has no value; parameters without one are left out */
export function expandTemplate(template: string, values: ReadonlyMap<string, string>): string | null {
  let complete = true;
  const expanded = template.replace(/\{([?&]?)([\w,=]+)\}/g, (_whole, operator: string, names: string) => {
    if (operator === '') {
      const value = values.get(names);
      if (value === undefined) complete = false;
      return encodeURIComponent(value ?? '');
    }
    const pairs = names.split(',').flatMap((variable) => {
      const [name = '', otherwise] = variable.split('=', 2);
      const value = values.get(name) ?? otherwise;
      return value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`];
    });
    return pairs.length === 0 ? '' : `${operator}${pairs.join('&')}`;
  });
  return complete ? expanded : null;
}
