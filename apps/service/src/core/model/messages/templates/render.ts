import type { Locale } from '@thumbturn/contract/vocabulary/locales.ts'
import type { TemplateName } from '@thumbturn/contract/vocabulary/message-templates.ts'
import type { Application } from '../../applications/application.ts'
import type { ComposedMessage } from '../draft.ts'
import type { RenderedMessage } from '../rendered-message.ts'
import { english } from './en-US.ts'
import { spanish } from './es-ES.ts'
import { toOwnName, toShownName } from './escape.ts'
import type { Language, MessageTexts } from './language.ts'
import { type MailContent, renderMailHtml, renderMailText } from './mail.ts'
import { chinese } from './zh-CN.ts'

const languages: Readonly<Record<Locale, Language>> = { 'en-US': english, 'es-ES': spanish, 'zh-CN': chinese }

/** The texts of a template as the product has them. */
export const findDefaultTexts = (template: TemplateName, locale: Locale): MessageTexts => languages[locale][template]

/** Renders a message for its channel, in its language, with the texts that the application changed. */
export function render(application: Application, message: ComposedMessage, id: string): RenderedMessage {
  const { channel, to, locale, template } = message
  const texts = { ...findDefaultTexts(template, locale), ...message.texts }
  const addressed = { id, appId: application.id, to, locale }
  if (channel === 'email')
    return { ...addressed, channel, ...renderMail(texts, toShownValues(application, message), locale) }
  const values = toSpokenValues(application, message)
  if (channel === 'voice') return { ...addressed, channel, text: fillTemplate(texts.spoken, values) }
  return { ...addressed, channel, text: withBoundCode(application, fillTemplate(texts.short, values), values.code) }
}

type Values = Readonly<Record<string, string>>

function renderMail(texts: MessageTexts, values: Values, locale: Locale) {
  const app = values.app!
  const { subject, ...content } = fillMail(texts, values)
  const html = renderMailHtml(content, { locale, app })
  return { senderName: app, subject, text: renderMailText(content), html }
}

function fillMail(texts: MessageTexts, values: Values): MailContent & { subject: string } {
  const details = texts.details.flatMap(([label, name]) => {
    const value = values[name]
    return value === undefined ? [] : [[label, value] as const]
  })
  return {
    subject: fillTemplate(texts.subject, values),
    title: fillTemplate(texts.title, values),
    text: fillTemplate(texts.text, values),
    code: values.code,
    link:
      values.link === undefined ? undefined : { href: values.link, action: fillTemplate(texts.action ?? '', values) },
    details,
    advice: fillTemplate(texts.advice, values),
  }
}

/** The parts of an email, for a page that shows them in its own way. */
export function describeMail(application: Application, message: ComposedMessage): MailContent & { subject: string } {
  const texts = { ...findDefaultTexts(message.template, message.locale), ...message.texts }
  return fillMail(texts, toShownValues(application, message))
}

/** The name, codes, links, and numbers are ours and stay as they are; everything else was chosen by users. `at`: milliseconds. */
function toShownValues({ name }: Application, { locale, values }: ComposedMessage): Values {
  const { at, ...others } = values
  const shown = Object.entries(others).map(([key, value]) => [key, isTrusted(key) ? value : toShownName(value)])
  return {
    ...Object.fromEntries(shown),
    app: toOwnName(name),
    ...(at !== undefined && { time: formatTime(at, locale) }),
  }
}

const isTrusted = (key: string) => ['code', 'link', 'minutes'].includes(key)

const toSpokenValues = ({ name }: Application, { values: { code, link, minutes } }: ComposedMessage): Values => ({
  app: toOwnName(name),
  ...(link !== undefined && { link }),
  ...(code !== undefined && { code, digits: [...code].join(', ') }),
  ...(minutes !== undefined && { minutes }),
})

const formatTime = (at: string, locale: Locale) =>
  `${new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(Number(at))} UTC`

/** @throws Error if the composer omitted a value */
function fillTemplate(text: string, values: Values): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`the value ${name} is missing`)
    return value
  })
}

/** Adds a last line that restricts autofill of the code to this domain (Origin-bound one-time codes, §3). */
const withBoundCode = ({ rpId }: Application, text: string, code: string | undefined) =>
  code === undefined || !rpId.includes('.') ? text : `${text}\n\n@${rpId} #${code}`
