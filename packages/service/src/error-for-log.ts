/**
 * An error as it is written to the log, without the values it is about: PostgreSQL's detail has the whole row that was
 * refused, its context the statement's parameters, and a refused command of Redis the password that it was to set.
 */
const values = new Set(['detail', 'where', 'internalQuery', 'query', 'parameters', 'params', 'args']);

/** @param serialize the logger's own, which knows causes and several errors in one */
export function errorForLog<Line extends object>(serialize: (error: Error) => Line): (error: Error) => Line {
  // Nothing that the logger itself counts on is among what is left out.
  return (error) => without(serialize(error), new Set()) as Line;
}

function without(value: unknown, seen: Set<object>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (seen.has(value)) return '[again]';
  seen.add(value);
  if (Array.isArray(value)) return value.map((one) => without(one, seen));
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, one]) => (values.has(key) ? [] : [[key, without(one, seen)]])),
  );
}
