import { badRequest } from '../errors.ts'
import type { Application } from './application.ts'

const idPattern = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/
const labelPattern = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/
const androidOrigin = /^android:apk-key-hash:[A-Za-z0-9_-]{43}$/

/** A registrable-looking domain or `localhost`: lower case, no scheme, no port, no IP address (WebAuthn §5.1.2 "RP ID"). */
export function isRpId(text: string): boolean {
  const labels = text.split('.')
  const isAddress = labels.every((label) => /^\d+$/.test(label))
  return text.length <= 253 && !isAddress && labels.every((label) => labelPattern.test(label))
}

/** A web origin as browsers write it (https, or http on localhost), or that of an Android app. */
export function isOrigin(text: string): boolean {
  if (androidOrigin.test(text)) return true
  if (!URL.canParse(text)) return false
  const { protocol, hostname, origin } = new URL(text)
  return origin === text && (protocol === 'https:' || (protocol === 'http:' && isLocal(hostname)))
}

const isLocal = (hostname: string) => hostname === 'localhost' || hostname.endsWith('.localhost')

/** Whether a page of that origin may use that RP ID without a related-origins file: same domain or below it. */
export function fitsRpId(origin: string, rpId: string): boolean {
  if (androidOrigin.test(origin)) return true
  const { hostname } = new URL(origin)
  return hostname === rpId || hostname.endsWith(`.${rpId}`)
}

/** Everything about an application that cannot work, in words; empty when it can. */
export function problemsOf({ id, name, rpId, origins, baseUrl, settings }: Application): string[] {
  const problems: string[] = []
  const demand = (holds: boolean, problem: string) => holds || problems.push(problem)

  demand(idPattern.test(id), `id "${id}" must be 1 to 63 characters of a-z, 0-9 and -, as it becomes part of addresses`)
  demand(name.trim() !== '' && name.length <= 128, 'name must be 1 to 128 characters')
  demand(
    isRpId(rpId),
    `RP ID "${rpId}" must be a domain such as example.com or localhost: no scheme, no port, no IP address`,
  )
  demand(origins.length > 0, 'at least one origin is needed, such as https://example.com')
  for (const origin of origins) {
    if (!isOrigin(origin)) {
      problems.push(`origin "${origin}" must be https://host[:port] (http only on localhost) or android:apk-key-hash:…`)
    } else
      demand(fitsRpId(origin, rpId), `origin ${origin} is not ${rpId} or below it, so browsers refuse that RP ID there`)
  }
  demand(baseUrl === undefined || URL.canParse(baseUrl), `base URL "${baseUrl}" is not an address`)
  demand(settings.algorithms.length > 0, 'at least one algorithm must be offered')
  return problems
}

/** @throws AppError bad_request with every problem at once */
export function checkApplication(application: Application): void {
  const problems = problemsOf(application)
  if (problems.length > 0) throw badRequest(problems.join('; '))
}
