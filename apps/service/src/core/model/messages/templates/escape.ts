/** Longer names are cut, so that a name can't hold a message of its own. In characters. */
const longestName = 64

/** Characters that are invisible, change the text direction, or break a line; not the joiners of emoji and of Persian words. */
const invisible = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** Characters that break a line, or change the direction of the text around them. */
const disruptive = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu

/** Characters from which programs create links; the other full stops also separate labels of a host name. */
const joints = /[.:/@。．｡](?=\S)/gu

/** An application's name as its operator has set it, on one line. */
export const toOwnName = (name: string) => name.replaceAll(/\s+/gu, ' ').replaceAll(disruptive, '').trim()

/** A user-chosen name on one line, truncated. */
function toOneLine(name: string): string {
  const line = name.replaceAll(/\s+/gu, ' ').replaceAll(invisible, '').trim()
  const characters = [...line]
  return characters.length > longestName ? `${characters.slice(0, longestName - 1).join('')}…` : line
}

/** The same, with a zero-width space after each character that could create a link. */
export const toShownName = (name: string) => toOneLine(name).replaceAll(joints, (joint) => `${joint}\u200b`)

/** Escapes text for HTML elements and quoted attributes. */
export const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
