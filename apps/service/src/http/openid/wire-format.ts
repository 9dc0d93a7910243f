import { toOauthError } from '@thumbturn/contract'
import { clientProofAlgorithms } from '../../core/ports/client-proofs.ts'
import type { ErrorFields, WireFormat } from '../wire-format.ts'
import { createProblemPage } from './problem-page.ts'

/** The characters that a description can have (RFC 6749 §5.2). */
const toDescription = (message: string) => message.replaceAll('"', "'").replaceAll(/[^ -~]|\\/g, '?')

const findError = ({ oauth, code }: ErrorFields) => oauth?.error ?? toOauthError(code)

/** RFC 9110 §11.6.1, RFC 6750 §3, RFC 9449 §7.1. */
function createChallenge({ oauth, message }: ErrorFields): Record<string, string> {
  if (oauth?.scheme === undefined) return {}
  const { scheme, error, isMissing } = oauth
  const algorithms = scheme === 'DPoP' ? `, algs="${clientProofAlgorithms.join(' ')}"` : ''
  const about =
    scheme === 'Basic' || isMissing ? '' : `, error="${error}", error_description="${toDescription(message)}"`
  return { 'www-authenticate': `${scheme} realm="OpenID Provider"${algorithms}${about}` }
}

/** Errors are `{error, error_description}`, with a challenge where HTTP authentication failed. */
export const openidWireFormat: WireFormat = {
  readAppId: () => undefined,
  formatError: (error) => ({ error: findError(error), error_description: toDescription(error.message) }),
  createErrorHeaders: createChallenge,
  formatPage: createProblemPage,
  allowedHeaders: 'authorization, content-type, dpop',
}
