/** The languages of messages. */
export const locales = ['en-US', 'zh-CN', 'es-ES'] as const

export type Locale = (typeof locales)[number]
