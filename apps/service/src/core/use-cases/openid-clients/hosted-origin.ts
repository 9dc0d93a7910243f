import type { Application } from '../../model/applications/application.ts'
import { isLocal } from '../../model/applications/domains.ts'
import { findOriginKind, fitsRpId, isLocalPage } from '../../model/applications/origin-form.ts'

/** The program that the proposed commands run, and the issuer, whose origin has the hosted pages. */
type Place = { issuer: string; command: string }

/**
 * The problems that keep users from signing in at the hosted pages of an application with its passkeys, each with the
 * command that mends it. Their origin must be able to use the RP ID (WebAuthn §5.1.3), and be allowed.
 */
export function listHostedPageProblems(application: Application, { issuer, command }: Place): string[] {
  const { origin } = new URL(issuer)
  const { id, rpId, origins, settings } = application
  const set = `${command} app set ${id}`
  if (findOriginKind(origin) !== 'web')
    return [
      `Browsers have no passkeys at ${origin}: use a domain with https. Run \`${set} --base-url https://id.${rpId}\``,
    ]
  if (settings.relatedOrigins.includes(origin)) return []
  if (!fitsRpId(origin, rpId)) {
    const problem = `Browsers don't use passkeys of ${rpId} at ${origin}, where the hosted pages are.`
    return [`${problem} ${isLocal(rpId) ? replaceLocal(origin, command) : moveHost(application, origin, set)}`]
  }
  if (origins.includes(origin)) return []
  const all = [...origins, origin].map((one) => `--origin ${one}`).join(' ')
  return [`${origin}, where the hosted pages are, is not among the application's origins. Run \`${set} ${all}\``]
}

/** Passkeys of this machine stay on it. */
const replaceLocal = (origin: string, command: string) =>
  `Create another application: \`${command} app create <id> --rp-id ${new URL(origin).hostname} --origin ${origin}\``

/** Browsers ignore related origins of this machine. */
function moveHost({ rpId, settings }: Application, origin: string, set: string): string {
  const move = `Give the application an address at ${rpId} or below: \`${set} --base-url https://id.${rpId}\``
  if (isLocalPage(origin)) return move
  const related = [...settings.relatedOrigins, origin].join(',')
  return `${move}. Or run \`${set} --set relatedOrigins=${related}\`, and serve https://${rpId}/.well-known/webauthn from this service`
}
