import type { Locale } from '@thumbturn/contract/vocabulary/locales.ts'
import type { Rendered } from '../../../ports/courier.ts'
import type { Application } from '../../applications/application.ts'
import type { Letter } from '../draft.ts'
import { english } from './en-US.ts'
import { spanish } from './es-ES.ts'
import { oneLine, shownName } from './escape.ts'
import type { Language, Words } from './language.ts'
import { mailHtml, mailText } from './mail.ts'
import { chinese } from './zh-CN.ts'

const languages: Readonly<Record<Locale, Language>> = { 'en-US': english, 'es-ES': spanish, 'zh-CN': chinese }

/** Renders a message for its channel, in its language. */
export function render(application: Application, letter: Letter, id: string): Rendered {
  const { channel, to, locale, template } = letter
  const words = languages[locale][template]
  const addressed = { id, appId: application.id, to, locale }
  if (channel === 'email')
    return { ...addressed, channel, ...renderMail(words, shownValues(application, letter), locale) }
  const values = spokenValues(application, letter)
  if (channel === 'voice') return { ...addressed, channel, text: filled(words.spoken, values) }
  return { ...addressed, channel, text: withBoundCode(application, filled(words.short, values), values.code) }
}

type Values = Readonly<Record<string, string>>

function renderMail(words: Words, values: Values, locale: Locale) {
  const app = values.app!
  const details = words.details.flatMap(([label, name]) => {
    const value = values[name]
    return value === undefined ? [] : [[label, value] as const]
  })
  const content = {
    title: filled(words.title, values),
    text: filled(words.text, values),
    code: values.code,
    link: values.link === undefined ? undefined : { href: values.link, action: filled(words.action ?? '', values) },
    details,
    advice: filled(words.advice, values),
  }
  const html = mailHtml(content, { locale, app })
  return { senderName: app, subject: filled(words.subject, values), text: mailText(content), html }
}

/** Codes, links, and numbers are ours and stay as they are; everything else was chosen by users. `at`: milliseconds. */
function shownValues({ name }: Application, { locale, values }: Letter): Values {
  const { at, ...others } = values
  const shown = Object.entries(others).map(([key, value]) => [key, isOurs(key) ? value : shownName(value)])
  return { ...Object.fromEntries(shown), app: shownName(name), ...(at !== undefined && { time: moment(at, locale) }) }
}

const isOurs = (key: string) => ['code', 'link', 'minutes'].includes(key)

/** The operator's own name is the only one in a short text, so it needs no zero-width spaces. */
const spokenValues = ({ name }: Application, { values: { code, link, minutes } }: Letter): Values => ({
  app: oneLine(name),
  ...(link !== undefined && { link }),
  ...(code !== undefined && { code, digits: [...code].join(', ') }),
  ...(minutes !== undefined && { minutes }),
})

const moment = (at: string, locale: Locale) =>
  `${new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(Number(at))} UTC`

/** @throws Error if the composer omitted a value */
function filled(text: string, values: Values): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`the value ${name} is missing`)
    return value
  })
}

/** Adds a last line that restricts autofill of the code to this domain (Origin-bound one-time codes, §3). */
const withBoundCode = ({ rpId }: Application, text: string, code: string | undefined) =>
  code === undefined || !rpId.includes('.') ? text : `${text}\n\n@${rpId} #${code}`
