export const channels = ['email', 'sms', 'voice'] as const

/** How a text reaches somebody; voice reads it out on the phone. */
export type Channel = (typeof channels)[number]

export const locales = ['en-US', 'zh-CN', 'es-ES'] as const

export type Locale = (typeof locales)[number]

export const templateNames = [
  'code',
  'verify-contact',
  'link',
  'passkey-added',
  'contact-changed',
  'recovered',
] as const

export type TemplateName = (typeof templateNames)[number]

/**
 * What a queued row asks for: to tell somebody something. It holds no finished text and no secret. `kind` picks the
 * composer, `about` is what that needs. Times are milliseconds since 1970.
 */
export type MessageTask = {
  /** Time-ordered. */
  id: string
  appId: string
  kind: string
  about: Readonly<Record<string, string>>
  createdAt: number
  /** Nothing is sent from then on. */
  expiresAt: number
}

/** What a template shows, unescaped. */
export type Values = Readonly<Record<string, string>>
/** A task in one worker's hands. */
export type ClaimedTask = MessageTask & {
  /** 1 at first. */
  attempt: number
  /** Whom earlier attempts have told already, as keyed hashes. */
  told: readonly string[]
}
