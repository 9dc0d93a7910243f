// `node sdks/kotlin/tools/write-user-texts.ts [--check]`: writes the texts for users in every language of @thumbturn/web as Kotlin,
// or checks that the file is up to date.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Texts = { languages: readonly string[]; loadMessages(language: string): Promise<Record<string, string>> }

const messages = join(import.meta.dirname, '../../../packages/web/src/messages/messages.ts')
const { languages, loadMessages } = (await import(messages)) as Texts
const file = join(import.meta.dirname, '../thumbturn-core/src/main/kotlin/io/github/thumbturn/app/UserTextTable.kt')

/** The texts for errors of the SDK. */
const keys = [
  'canceled',
  'exists',
  'taken',
  'otherWay',
  'device',
  'network',
  'ended',
  'rejected',
  'wrongCode',
  'tooMany',
  'clock',
  'failed',
]

const quote = (text: string) => JSON.stringify(text).replaceAll('$', '\\$')

async function writeLanguage(language: string): Promise<string> {
  const texts = await loadMessages(language)
  const lines = keys.map((key) => `        "${key}" to ${quote(texts[key]!)},`)
  return [`    "${language}" to mapOf(`, ...lines, '    ),'].join('\n')
}

const tables = await Promise.all(languages.map(writeLanguage))
const text = `package io.github.thumbturn.app

// Written by tools/write-user-texts.ts from the texts of @thumbturn/web.

internal val userTexts: Map<String, Map<String, String>> = mapOf(
${tables.join('\n')}
)
`

if (!process.argv.includes('--check')) writeFileSync(file, text)
else if (readFileSync(file, 'utf8') !== text) {
  console.error('UserTextTable.kt is out of date: run node sdks/kotlin/tools/write-user-texts.ts')
  process.exitCode = 1
}
