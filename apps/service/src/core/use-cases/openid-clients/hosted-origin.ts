import type { Application } from '../../model/applications/application.ts'
import { isLocal } from '../../model/applications/domains.ts'
import { findOriginKind, fitsRpId, isLocalPage } from '../../model/applications/origin-form.ts'

/** The program that the proposed commands run, and the issuer, whose origin has the hosted pages. */
type Place = { issuer: string; command: string }

/** A problem in words, and the command that mends it. */
type HostedPageProblem = { says: string; advice: string }

/** The same as sentences. */
export const toNotice = ({ says, advice }: HostedPageProblem): string => `${says}. ${advice}.`

/**
 * The problem that keeps users from signing in at the hosted pages of an application with its passkeys; none if they can.
 * Their origin must be able to use the RP ID (WebAuthn §5.1.3), and be allowed.
 */
export function listHostedPageProblems(application: Application, { issuer, command }: Place): HostedPageProblem[] {
  const { origin } = new URL(issuer)
  const { id, rpId, origins, settings } = application
  const set = `${command} app set ${id}`
  if (findOriginKind(origin) !== 'web')
    return [
      {
        says: `Browsers have no passkeys at ${origin}, where the hosted pages are`,
        advice: `Use a domain with https: \`${set} --base-url https://id.${rpId}\``,
      },
    ]
  if (settings.relatedOrigins.includes(origin)) return []
  if (!fitsRpId(origin, rpId)) {
    const says = `Browsers don't use passkeys of ${rpId} at ${origin}, where the hosted pages are`
    return [{ says, advice: isLocal(rpId) ? replaceLocal(origin, command) : moveHost(application, origin, set) }]
  }
  if (origins.includes(origin)) return []
  const says = `${origin}, where the hosted pages are, is not among the application's origins`
  return [{ says, advice: `Run \`${set} --add-origin ${origin}\`` }]
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
