/** Longer names are cut: nobody writes a letter of their own into a name. In characters. */
const longestName = 64

/** Characters that nobody sees, that turn the direction of a text, or that break a line. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** What programs look for to make a link of a text; the other full stops are dots of a host name too. */
const joints = /[.:/@。．｡](?=\S)/gu

/** A name that somebody chose, on one line and not too long. */
export function oneLine(name: string): string {
  const line = name.replaceAll(/\s+/gu, ' ').replaceAll(unseen, '').trim()
  const characters = [...line]
  return characters.length > longestName ? `${characters.slice(0, longestName - 1).join('')}…` : line
}

/** The same, such that no mail program makes a link of it: a space of no width follows each character that joins one. */
export const shownName = (name: string) => oneLine(name).replaceAll(joints, (joint) => `${joint}\u200b`)

/** A text inside HTML, in an element or a quoted attribute. */
export const escapedHtml = (text: string) => text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
