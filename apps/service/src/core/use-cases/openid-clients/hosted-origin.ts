import type { Application } from '../../model/applications/application.ts'
import { findOriginKind, fitsRpId } from '../../model/applications/origin-form.ts'

/** The program that the proposed commands run, and the issuer, whose origin has the hosted pages. */
type Place = { issuer: string; command: string }

/**
 * What keeps users from signing in at the hosted pages of an application with its passkeys, each with the command that
 * mends it; empty if nothing does. Their origin must be able to use the RP ID (WebAuthn §5.1.3), and be allowed.
 */
export function listHostedPageProblems(application: Application, { issuer, command }: Place): string[] {
  const { origin } = new URL(issuer)
  const { id, rpId, origins, settings } = application
  const set = `${command} app set ${id}`
  if (findOriginKind(origin) !== 'web')
    return [
      `Browsers have no passkeys at ${origin}: use a domain with https. Run \`${set} --base-url https://${rpId}\``,
    ]
  if (settings.relatedOrigins.includes(origin)) return []
  if (!fitsRpId(origin, rpId)) return [explainForeign(application, origin, set)]
  if (origins.includes(origin)) return []
  const all = [...origins, origin].map((one) => `--origin ${one}`).join(' ')
  return [`${origin}, where the hosted pages are, is not among the application's origins. Run \`${set} ${all}\``]
}

function explainForeign({ rpId, settings }: Application, origin: string, set: string): string {
  const related = [...settings.relatedOrigins, origin].join(',')
  return (
    `Browsers don't use passkeys of ${rpId} at ${origin}, where the hosted pages are. Give the application an address at ` +
    `${rpId} or below: \`${set} --base-url https://id.${rpId}\`. Or run \`${set} --set relatedOrigins=${related}\`, and ` +
    `serve https://${rpId}/.well-known/webauthn from this service`
  )
}
