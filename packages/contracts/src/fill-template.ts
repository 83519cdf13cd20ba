/** A message of a catalogue with its `{holes}` filled; one without a value stays as it is, so that it shows. */
export function fillTemplate(template: string, values: Readonly<Record<string, string | number>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (hole, name: string) => String(values[name] ?? hole));
}
