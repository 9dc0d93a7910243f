/** The JSON of an input; undefined if it is none. */
export function parseJson(input: Buffer): unknown {
  try {
    return JSON.parse(input.toString())
  } catch {
    return undefined
  }
}
