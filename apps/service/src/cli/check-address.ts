import { connect } from 'node:tls'
import { broken, type Finding, good, warning } from './finding.ts'

const patienceMs = 3_000

/** WebAuthn runs only in secure contexts: https, or http on localhost (W3C Secure Contexts §3.1). */
export async function checkAddress(baseUrl: string): Promise<Finding> {
  const { protocol, hostname } = new URL(baseUrl)
  if (/^[\d.]+$|^\[/.test(hostname)) {
    return broken(
      'address',
      `${baseUrl} is an IP address, and passkeys are bound to domains`,
      'Use http://localhost:<port> on this machine, or a domain with TLS',
    )
  }
  if (protocol === 'https:') return checkTls(baseUrl)
  if (hostname === 'localhost' || hostname.endsWith('.localhost'))
    return good('address', `${baseUrl} needs no TLS on this machine`)
  return broken(
    'address',
    `${baseUrl} has no TLS, so browsers offer no passkeys there`,
    'Put a proxy with a certificate in front and set BASE_URL to its https address',
  )
}

/** Reports on TLS only what a handshake with that host has shown. */
async function checkTls(baseUrl: string): Promise<Finding> {
  try {
    const until = await shakeHands(new URL(baseUrl))
    return good('address', `${baseUrl} has TLS, with a certificate that is valid until ${until}`)
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    if (/^E[A-Z]+(_[A-Z]+)?$/.test(code) && !code.startsWith('ERR_') && !code.startsWith('EPROTO')) {
      const advice = 'Run doctor where the address can be reached, or check DNS and the proxy in front'
      return warning(
        'address',
        `${baseUrl} could not be reached from here (${code}), so its TLS was not checked`,
        advice,
      )
    }
    const advice = 'Give the proxy in front a certificate for this name, from an authority that browsers trust'
    return broken('address', `${baseUrl} has no TLS that browsers accept: ${message}`, advice)
  }
}

/** Until when the certificate is valid. */
function shakeHands({ hostname, port }: URL): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port || 443), servername: hostname, timeout: patienceMs })
    const end = (settle: () => void) => {
      socket.destroy()
      settle()
    }
    socket.once('secureConnect', () => end(() => resolve(socket.getPeerCertificate().valid_to)))
    socket.once('error', (error) => end(() => reject(error)))
    socket.once('timeout', () => end(() => reject(Object.assign(new Error('timed out'), { code: 'ETIMEDOUT' }))))
  })
}
