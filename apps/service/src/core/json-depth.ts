/** Several times the levels that a body of any API has. What reads bodies recursively fails at some thousands. */
const deepest = 100

const [quote, backslash] = ['"', '\\'].map((text) => text.charCodeAt(0))
const openings = ['[', '{'].map((text) => text.charCodeAt(0))
const closings = [']', '}'].map((text) => text.charCodeAt(0))

/** Whether a JSON text has more levels of objects and lists than any body needs. */
export function isTooDeep(text: string): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at)
    if (character === quote) at = findEndOfString(text, at)
    else if (closings.includes(character)) depth--
    else if (openings.includes(character) && ++depth > deepest) return true
  }
  return false
}

/** The index of the quotation mark that ends the string. */
function findEndOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (end > 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end < 0 ? text.length : end
}

/** Whether an odd number of backslashes precedes it. */
function isEscaped(text: string, at: number): boolean {
  let first = at
  while (text.charCodeAt(first - 1) === backslash) first--
  return (at - first) % 2 === 1
}
