/** Chinese and Japanese letters are about twice as wide as Latin ones. */
const wide = /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uff60]/g

/** About how many Latin letters are as wide as a text, for pictures, whose text doesn't wrap. */
export const countLetters = (text: string): number => text.length + (text.match(wide)?.length ?? 0)
