/** The messages of the service to users. Applications can change these texts. */
export const templateNames = [
  'code',
  'verify-contact',
  'link',
  'passkey-added',
  'contact-changed',
  'recovered',
] as const

export type CustomTemplateName = (typeof templateNames)[number]

/** The same, and what it writes to members of the installation about. */
export type TemplateName = CustomTemplateName | 'account-linked'

/**
 * The texts of a message. `subject`, `title`, `text`, `action` (the label of the link), and `advice` are those of the email,
 * `short` is the SMS, and `spoken` is what a call reads out.
 */
export const templateFields = ['subject', 'title', 'text', 'action', 'advice', 'short', 'spoken'] as const

export type TemplateField = (typeof templateFields)[number]

/** Texts that an application uses instead of the default ones. */
export type CustomTexts = Readonly<Partial<Record<TemplateField, string>>>

/** The most characters. */
export const longestTexts: Readonly<Record<TemplateField, number>> = {
  subject: 160,
  title: 120,
  text: 1_000,
  action: 60,
  advice: 1_000,
  short: 320,
  spoken: 500,
}

/** The placeholders that a text can contain, as `{name}`, and those that it must contain. */
export type Placeholders = { allowed: readonly string[]; required?: readonly string[] }

const inMails = (allowed: readonly string[]) => ({
  subject: { allowed },
  title: { allowed },
  text: { allowed },
  advice: { allowed },
})
const code = {
  ...inMails(['app', 'code', 'minutes']),
  short: { allowed: ['app', 'code', 'minutes'], required: ['code'] },
  spoken: { allowed: ['app', 'digits', 'minutes'], required: ['digits'] },
} as const
const notice = { ...inMails(['app', 'time']), short: { allowed: ['app'] }, spoken: { allowed: ['app'] } } as const

/** The fields of each template, with their placeholders. */
export const templatePlaceholders: Readonly<
  Record<CustomTemplateName, Readonly<Partial<Record<TemplateField, Placeholders>>>>
> = {
  code,
  'verify-contact': code,
  link: {
    ...inMails(['app', 'minutes']),
    action: { allowed: ['app'] },
    short: { allowed: ['app', 'link', 'minutes'], required: ['link'] },
    spoken: { allowed: ['app'] },
  },
  'passkey-added': notice,
  'contact-changed': notice,
  recovered: notice,
}

/** The problem of a text, as the rest of a sentence that begins with its name; undefined if there is none. */
export function findTextProblem(text: string, { allowed, required = [] }: Placeholders): string | undefined {
  const used = [...text.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name)
  const unknown = used.find((name) => !allowed.includes(name))
  if (unknown !== undefined) return `has the unknown placeholder {${unknown}}; there are: ${inBraces(allowed)}`
  const missing = required.filter((name) => !used.includes(name))
  return missing.length === 0 ? undefined : `must contain ${inBraces(missing)}`
}

const inBraces = (names: readonly string[]) => names.map((name) => `{${name}}`).join(', ')
