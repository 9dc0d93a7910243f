type Texts = Record<string, string | undefined>

/** The path of an operation with its parameters and query filled in; undefined values of the query are left out. */
export function fillPath(template: string, params: Texts = {}, query: Texts = {}): string {
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const entries = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return entries.length === 0 ? path : `${path}?${new URLSearchParams(entries)}`
}
