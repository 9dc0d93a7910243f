import { closestMatch } from 'leven'

/** A hint for an error about an unknown name: the known name that it resembles, or else all of them. */
export function suggestKnown(unknown: string, known: readonly string[]): string {
  const lowerCase = new Map(known.map((name) => [name.toLowerCase(), name]))
  const maxDistance = Math.max(1, Math.ceil(unknown.length / 3))
  // Overlong names aren't compared, as the time grows with the length.
  const near = unknown.length <= 64 && closestMatch(unknown.toLowerCase(), [...lowerCase.keys()], { maxDistance })
  return near ? `did you mean ${lowerCase.get(near)}?` : `known: ${known.join(', ')}`
}
