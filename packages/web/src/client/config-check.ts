import { hasWebAuthn } from '../browser/support.ts'
import { ApiError } from '../errors.ts'
import type { Client } from './client.ts'
import { describeDevice } from './device.ts'
import { callService } from './http.ts'
import type { AuthInit, AuthInitBody } from './wire.ts'

/** Why passkeys can't work on this page. */
export type ConfigProblem =
  | 'invalid_app_id'
  | 'origin_not_allowed'
  | 'offline'
  | 'unreachable'
  | 'not_a_service'
  | 'rp_id_mismatch'
  | 'insecure_page'
  | 'webauthn_unsupported'
  | 'unknown_error'

export type ConfigCheck = { isValid: true } | { isValid: false; code: ConfigProblem; message: string; solution: string }

const createProblem = (code: ConfigProblem, message: string, solution: string): ConfigCheck => ({
  isValid: false,
  code,
  message,
  solution,
})

/** Starts a sign-in and explains what would keep passkeys from working on this page. Never throws. */
export async function verifyConfigSettings(client: Client): Promise<ConfigCheck> {
  const page = globalThis.location?.origin
  if (globalThis.isSecureContext === false) {
    return createProblem('insecure_page', `${page} is not a secure page`, 'Serve it by https, or from http://localhost')
  }
  if (!hasWebAuthn()) {
    return createProblem('webauthn_unsupported', 'This browser has no WebAuthn', 'Use an up-to-date browser')
  }
  try {
    const body: AuthInitBody = {
      app: { id: client.appId },
      deviceInfo: await describeDevice(client),
      user: { username: '', usernameType: 'other' },
    }
    const started = await callService<AuthInit>(client, { path: '/auth/init', body })
    return await checkRpId(started.assertionOptions.rpId)
  } catch (error) {
    return explainFailure(client, error, page)
  }
}

async function checkRpId(rpId: string | undefined): Promise<ConfigCheck> {
  const { protocol, hostname: host, origin } = globalThis.location ?? {}
  if (!rpId || !host || host === rpId || (rpId.includes('.') && host.endsWith(`.${rpId}`))) return { isValid: true }
  // The RP IDs of an extension depend on its permissions, and an app's web view leaves passkeys to the system.
  if (!/^https?:$/.test(protocol)) return { isValid: true }
  if ((await fetchRelatedOrigins(rpId))?.includes(origin)) return { isValid: true }
  return createProblem(
    'rp_id_mismatch',
    `Browsers do not allow the RP ID ${rpId} on ${host}: it is neither this domain nor a parent of it that contains a dot, and does not list ${origin} as a related origin`,
    `Change the RP ID of the application, open the page on ${rpId}, or list ${origin} in https://${rpId}/.well-known/webauthn`,
  )
}

/** The list that the browser reads (WebAuthn §5.11.1), or undefined if the page can't read it. */
async function fetchRelatedOrigins(rpId: string): Promise<string[] | undefined> {
  try {
    const response = await fetch(`https://${rpId}/.well-known/webauthn`, { credentials: 'omit' })
    return ((await response.json()) as { origins?: string[] }).origins
  } catch {
    return undefined
  }
}

function explainFailure({ appId, baseUrl }: Client, error: unknown, page: string | undefined): ConfigCheck {
  if (!(error instanceof ApiError)) return createProblem('unknown_error', String(error), 'See the message')
  const { status, msg, msgCode, reason } = error
  if (msgCode === 'offline') return createProblem(msgCode, msg, 'Connect to a network, then try again')
  if (msgCode === 'origin_not_allowed') return createProblem(msgCode, msg, 'Run the command that the message names')
  if (status === 0) {
    return createProblem(
      'unreachable',
      msg,
      `Check that ${baseUrl} is reachable, and that ${page} is an allowed origin`,
    )
  }
  if (reason === 'unknown_application') {
    return createProblem('invalid_app_id', msg, `Check the application id "${appId}" and baseUrl ${baseUrl}`)
  }
  if (msgCode === 'not_a_service') return createProblem(msgCode, msg, `Check baseUrl ${baseUrl}`)
  return createProblem('unknown_error', msg, `The service responded with ${status} ${msgCode}: see its log`)
}
