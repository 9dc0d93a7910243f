import type { Channel, Locale, TemplateName, Values } from './message.ts'

/** A text ready to go to exactly one address. */
export type Letter = { channel: Channel; to: string; template: TemplateName; locale: Locale; values: Values }

/**
 * The same before its values are made, which happens once no limit keeps it back: a code that nobody gets must not
 * replace one that somebody has. None: it is not to be sent after all.
 */
export type Draft = Omit<Letter, 'values'> & { values: Values | (() => Promise<Values | undefined>) }
