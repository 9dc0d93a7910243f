/** The number of fields in the outermost object of valid JSON, including duplicates that JSON.parse overwrites. */
export function countMembers(json: string): number {
  let members = 0
  let depth = 0
  for (let i = 0; i < json.length; i++) {
    const char = json.charCodeAt(i)
    if (char === quote) i = endOfText(json, i)
    else if (char === openBrace || char === openBracket) depth++
    else if (char === closeBrace || char === closeBracket) depth--
    else if (char === colon && depth === 1) members++
  }
  return members
}

const quote = 0x22
const backslash = 0x5c
const openBrace = 0x7b
const closeBrace = 0x7d
const openBracket = 0x5b
const closeBracket = 0x5d
const colon = 0x3a

function endOfText(json: string, start: number): number {
  let end = json.indexOf('"', start + 1)
  while (isEscaped(json, end)) end = json.indexOf('"', end + 1)
  return end
}

function isEscaped(json: string, at: number): boolean {
  let before = at
  while (json.charCodeAt(before - 1) === backslash) before--
  return (at - before) % 2 === 1
}
