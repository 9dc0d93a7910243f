import { advise, say } from '../core/model/findings/phrase.ts'
import { explainAddress } from '../core/use-cases/applications/own.ts'
import { broken, type Finding, good, warning } from './finding.ts'
import { reach, type TlsResult } from './reach.ts'

const dayMs = 24 * 60 * 60_000
/** Certificates are usually renewed a month before they end. */
const renewalMs = 14 * dayMs
/** Date is in seconds, and the response takes time. */
const clockToleranceMs = 30_000

/** Whether browsers can use passkeys there, and reach it. */
export async function checkAddress(baseUrl: string, now: number): Promise<Finding[]> {
  const problem = explainAddress(baseUrl)
  if (problem) return [broken('address', problem.says, problem.advice)]
  if (new URL(baseUrl).protocol === 'https:') return checkTls(baseUrl, now)
  return [good('address', say('address_needs_no_tls', { address: baseUrl }))]
}

/** Reports only what a request to that address has shown. */
async function checkTls(baseUrl: string, now: number): Promise<Finding[]> {
  try {
    const reached = await reach(`${baseUrl}/health`)
    return [checkCertificate(baseUrl, reached, now), ...checkResponse(baseUrl, reached, now)]
  } catch (error) {
    return [explainUnreached(baseUrl, error as NodeJS.ErrnoException)]
  }
}

function explainUnreached(baseUrl: string, { code = '', message }: NodeJS.ErrnoException): Finding {
  if (/^E[A-Z]+(_[A-Z]+)?$/.test(code) && !code.startsWith('ERR_') && !code.startsWith('EPROTO')) {
    const says = say('address_unreached', { address: baseUrl, error: code })
    return warning('address', says, advise('check_reach'))
  }
  const advice = advise(code === 'CERT_HAS_EXPIRED' ? 'renew_certificate' : 'replace_certificate')
  return broken('address', say('tls_rejected', { address: baseUrl, error: message }), advice)
}

function checkCertificate(baseUrl: string, { certificateEndsAt }: TlsResult, now: number): Finding {
  const ending = { address: baseUrl, time: new Date(certificateEndsAt).toISOString() }
  if (certificateEndsAt - now > renewalMs) return good('address', say('tls_valid', ending))
  const days = Math.max(0, Math.floor((certificateEndsAt - now) / dayMs))
  return warning('address', say('tls_ends', { ...ending, days }), advise('renew_soon'))
}

/** Whether the proxy in front leads to a running service whose clock agrees with this machine's. */
function checkResponse(baseUrl: string, { response }: TlsResult, now: number): Finding[] {
  const isService = response?.status === 200 && response.text === '{"status":"ok"}'
  if (!isService) {
    const says = response
      ? say('health_wrong', { address: baseUrl, status: response.status })
      : say('health_silent', { address: baseUrl })
    return [warning('address', says, advise('forward_everything'))]
  }
  const aheadMs = (response.date ?? now) - now
  if (Math.abs(aheadMs) <= clockToleranceMs) return []
  const seconds = Math.round(Math.abs(aheadMs) / 1000)
  const says = say(aheadMs > 0 ? 'clock_ahead' : 'clock_behind', { address: baseUrl, seconds })
  return [warning('clock', says, advise('set_clocks'))]
}
