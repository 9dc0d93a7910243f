import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The findings of a suite's process: how many secrets of each kind it saw, how much text it searched for them, and where they were. */
export type SecretNotes = { secrets: Record<string, number>; searchedBytes: number; leaks: string[] }

/** Every secret, with the name of the field that it was in. */
const secrets = new Map<string, string>()

/** The texts written to the log (`log`) and to each table. */
const written = new Map<string, string[]>()

export const record = (place: string, text: string) => {
  const texts = written.get(place)
  if (texts) texts.push(text)
  else written.set(place, [text])
}

const secretName =
  /(token|jwt\w*|secret\w*|password|passphrase|confirmation|codes?|otp|passcode|link|apikey|authorization|cookie|csrf\w*|session)$/i
const publicName = /^(msgcode|secretid|\w*type|(country|error|language|status)codes?|\w*endpoint)$/i

/** Collects the secrets of a body: the texts in fields whose names say so, and everything in a map of secrets. */
export function collectSecrets(body: unknown, name = ''): void {
  if (typeof body === 'string') {
    if (secretName.test(name) && !publicName.test(name)) addSecret(body, name)
  } else if (Array.isArray(body)) for (const one of body) collectSecrets(one, typeof one === 'string' ? name : '')
  else if (typeof body === 'object' && body !== null)
    for (const [key, value] of Object.entries(body)) collectSecrets(value, /^secrets$/i.test(name) ? 'secret' : key)
}

/** The codes of a message, and the tokens of its links. */
export function collectMessage(text: string): void {
  for (const [code] of text.matchAll(/(?<![\w.-])\d{6,10}(?![\w.-])/g)) addSecret(code, 'message')
  for (const [, token = ''] of text.matchAll(/[#=/]([\w-]{20,})(?=[\s&"<]|$)/g)) addSecret(token, 'message')
}

/**
 * Of a link, its last part. A word, such as the code of an error or the name of a method, and what is too short to be secret don't count.
 */
export function addSecret(text: string, name: string): void {
  const secret = /^https?:/.test(text) ? (text.split(/[#=]/).at(-1) ?? '') : text.replace(/^(bearer|basic) /i, '')
  const isCode = /^\d{6,7}$/.test(secret)
  const isWord = /^[a-z_:]*$/i.test(secret) && secret.length < 20
  if (isCode || (secret.length >= 8 && !isWord && !uuid.test(secret))) secrets.set(secret, name)
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

const windowLength = 8

/** Where secrets can be, with the reason. */
const allowedPlaces: Readonly<Record<string, string>> = {
  outbox: 'In development, it keeps messages with their codes for the developer; production has none.',
}

/** The secret as it is, and as it can be encoded; `bytes` that it encodes can be stored in hexadecimal. */
function listForms(secret: string): string[] {
  const text = Buffer.from(secret)
  const encoded = [text.toString('base64'), text.toString('base64url'), text.toString('hex')]
  const bytes = /^[\w-]{22,}$/.test(secret) ? Buffer.from(secret, 'base64url') : undefined
  return [secret, ...encoded, ...(bytes ? [bytes.toString('hex'), bytes.toString('base64')] : [])]
}

type Form = { form: string; name: string }

/** Finds the secrets in what was written. A leak quotes no secret. */
function findLeaks(): string[] {
  const byStart = indexForms()
  const leaks = new Set<string>()
  for (const [place, texts] of written) {
    if (place in allowedPlaces) continue
    const text = texts.join('\n')
    for (let at = 0; at + windowLength <= text.length; at++)
      for (const { form, name } of byStart.get(text.slice(at, at + windowLength)) ?? [])
        if (text.startsWith(form, at)) leaks.add(describeLeak(place, name, { text, at }))
    for (const { 0: code, index: at } of text.matchAll(/(?<![\w.+/=-])\d{6,7}(?![\w.+/=-])/g)) {
      const name = secrets.get(code)
      if (name !== undefined) leaks.add(describeLeak(place, name, { text, at }))
    }
  }
  return [...leaks]
}

/** The forms of all secrets but short codes, by their first characters. */
function indexForms(): Map<string, Form[]> {
  const byStart = new Map<string, Form[]>()
  for (const [secret, name] of secrets)
    for (const form of secret.length < windowLength ? [] : new Set(listForms(secret))) {
      const start = form.slice(0, windowLength)
      byStart.set(start, [...(byStart.get(start) ?? []), { form, name }])
    }
  return byStart
}

/** A log line is named by its message, as the rest of it can contain secrets. */
function describeLeak(place: string, name: string, { text, at }: { text: string; at: number }): string {
  if (place !== 'log') return `the table ${place} contains a secret (${name})`
  const line = text.slice(text.lastIndexOf('\n', at) + 1, text.indexOf('\n', at))
  const [, message = ''] = /"msg":"([^"]*)"/.exec(line) ?? []
  return `the log contains a secret (${name}) in the line "${message}"`
}

/** Writes what was found when the process ends. */
export function keepSecretNotes(folder: string): void {
  process.once('exit', () => {
    const counted: Record<string, number> = {}
    for (const name of secrets.values()) counted[name] = (counted[name] ?? 0) + 1
    const searchedBytes = [...written.values()].flat().reduce((sum, text) => sum + text.length, 0)
    const notes: SecretNotes = { secrets: counted, searchedBytes, leaks: findLeaks() }
    writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify(notes))
  })
}
