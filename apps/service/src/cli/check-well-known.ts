import type { ApplicationSettings } from '@thumbturn/contract/vocabulary/application-settings.ts'
import type { Application } from '../core/model/applications/application.ts'
import { advise, type Phrase, say } from '../core/model/findings/phrase.ts'
import { wellKnownFiles } from '../http/well-known.ts'
import { lookupPublic } from '../installation.ts'
import { broken, type Finding, good, warning } from './finding.ts'
import { reach, type TlsResult } from './reach.ts'

/** The settings that make a file necessary; each is a list or a text. */
const neededBy: Readonly<Record<string, readonly (keyof ApplicationSettings)[]>> = {
  '/.well-known/webauthn': ['relatedOrigins'],
  '/.well-known/assetlinks.json': ['androidApps'],
  '/.well-known/apple-app-site-association': ['appleApps'],
  '/.well-known/passkey-endpoints': ['passkeyEnrollUrl', 'passkeyManageUrl', 'prfUsageUrl'],
}

/** A file that the host of an RP ID has to serve. */
export type WellKnownFile = { application: string; url: string; setting: string; content: unknown }

/**
 * Checks the files with which the RP ID's host authorizes related origins and apps, and names its pages. They are requested only from hosts with
 * public addresses; for others the finding has the content and a command.
 */
export async function checkWellKnownFiles(application: Application): Promise<Finding[]> {
  const files = listNeededFiles(application)
  return Promise.all(
    files.map((file) =>
      reach(file.url, lookupPublic).then(
        (reached) => judgeFile(file, reached),
        (error: Error) => describeUnreached(file, error.message),
      ),
    ),
  )
}

/** The files that an application needs; none on localhost, which no other origin or app can use. */
export function listNeededFiles(application: Application): WellKnownFile[] {
  const { id, rpId, settings } = application
  if (!rpId.includes('.') || rpId.endsWith('.localhost')) return []
  return Object.entries(wellKnownFiles).flatMap(([path, createContent]) => {
    const setting = (neededBy[path] ?? []).filter((name) => hasEntries(settings[name])).join(' and ')
    if (setting === '') return []
    return [{ application: id, url: `https://${rpId}${path}`, setting, content: createContent(application) }]
  })
}

const hasEntries = (value: unknown) => (Array.isArray(value) || typeof value === 'string') && value.length > 0

/** Compares the file that a host serves with what it has to contain. */
export function judgeFile(file: WellKnownFile, { response }: Pick<TlsResult, 'response'>): Finding {
  if (!response) return describeUnreached(file, 'the connection was closed')
  const { url, setting } = file
  if (response.status !== 200) return describeWrong(file, say('file_status', { url, status: response.status, setting }))
  const served = parse(response.text)
  if (served === undefined) return describeWrong(file, say('file_no_json', { url, setting }))
  const found = new Set(listTexts(served))
  const missing = listTexts(file.content).filter((text) => !found.has(text))
  if (missing.length > 0) return describeWrong(file, say('file_lacks', { url, missing: missing.join(', '), setting }))
  return good(`application ${file.application}`, say('file_good', { url, setting }))
}

function describeWrong({ application, url, content }: WellKnownFile, says: Phrase): Finding {
  const advice = advise('serve_file', { command: toCommand(url) })
  return { ...broken(`application ${application}`, says, advice), expected: toText(content) }
}

function describeUnreached({ application, url, content }: WellKnownFile, why: string): Finding {
  const says = say('file_unchecked', { url, error: why })
  const advice = advise('compare_file', { command: toCommand(url) })
  return { ...warning(`application ${application}`, says, advice), expected: toText(content) }
}

const toCommand = (url: string) => `curl -sS ${url}`

const toText = (content: unknown) => JSON.stringify(content, undefined, 2)

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Every text in a JSON value, wherever it stands. */
function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listTexts) : []
}
