/** Authenticators can cut longer names, also within a character, and some security keys reject them (WebAuthn §6.4.1). */
const mostBytes = 64

/** A name as authenticators store and show it, cut between characters. */
export function shortenName(name: string): string {
  if (Buffer.byteLength(name) <= mostBytes) return name
  let short = ''
  for (const { segment } of new Intl.Segmenter().segment(name)) {
    if (Buffer.byteLength(`${short}${segment}…`) > mostBytes) break
    short += segment
  }
  return `${short}…`
}
