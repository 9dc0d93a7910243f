/** Custom claims as a form shows them; nothing if there are none. */
export const formatClaims = (claims: object): string =>
  Object.keys(claims).length === 0 ? '' : JSON.stringify(claims, null, 2)

/** The claims that were typed; undefined if the text is no JSON object. */
export function parseClaims(text: string): Record<string, unknown> | undefined {
  if (text.trim() === '') return {}
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
      ? (parsed as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}
