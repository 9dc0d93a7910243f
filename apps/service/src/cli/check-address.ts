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
  return [good('address', `${baseUrl} needs no TLS on this machine`)]
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
    const advice = 'Run doctor where the address can be reached, or check DNS and the proxy in front'
    return warning('address', `${baseUrl} could not be reached from here (${code}), so its TLS was not checked`, advice)
  }
  const advice =
    code === 'CERT_HAS_EXPIRED'
      ? 'Renew the certificate of the proxy in front, and check what should have renewed it'
      : 'Give the proxy in front a certificate for this name, from an authority that browsers trust'
  return broken('address', `${baseUrl} has no TLS that browsers accept: ${message}`, advice)
}

function checkCertificate(baseUrl: string, { certificateEndsAt }: TlsResult, now: number): Finding {
  const says = `${baseUrl} has TLS, with a certificate that is valid until ${new Date(certificateEndsAt).toISOString()}`
  if (certificateEndsAt - now > renewalMs) return good('address', says)
  const days = Math.max(0, Math.floor((certificateEndsAt - now) / dayMs))
  return warning('address', `${says}, for ${days} more days`, 'Renew it, and check what should have renewed it')
}

/** Whether the proxy in front leads to a running service whose clock agrees with this machine's. */
function checkResponse(baseUrl: string, { response }: TlsResult, now: number): Finding[] {
  const isService = response?.status === 200 && response.text === '{"status":"ok"}'
  if (!isService) {
    const says = `${baseUrl}/health ${response ? `responds with ${response.status}, not as Thumbturn does` : 'does not respond'}`
    return [warning('address', says, 'Start the service, and have the proxy in front forward every path to it')]
  }
  const aheadMs = (response.date ?? now) - now
  if (Math.abs(aheadMs) <= clockToleranceMs) return []
  const seconds = Math.round(Math.abs(aheadMs) / 1000)
  const says = `the clock of ${baseUrl} is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} that of this machine`
  return [warning('clock', says, 'Set the clocks of both machines by NTP')]
}
