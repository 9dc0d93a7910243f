import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { findFreePort } from '@thumbturn/service-harness/free-port.ts'
import { createSoftwareAuthenticator, type RegistrationRequestOptions } from '@thumbturn/testkit'
import { installNode, test } from './folder.ts'
import { runOrThrow, startShell } from './programs.ts'
import { findTarball } from './project.ts'

type RegistrationStart = { session: string; registrationRequestOptions: RegistrationRequestOptions }

/** Verifies one registration and its token with the SDKs, and reads the token as a page would. */
const script = `
import { createClient, getSessionInfo } from '@thumbturn/web'
import { createThumbturn } from '@thumbturn/node'
import { withToken } from '@thumbturn/node/next'
import { verifyRegistration } from '@thumbturn/webauthn'
import { readFileSync } from 'node:fs'

const { baseUrl, token, response, challenge, origin } = JSON.parse(readFileSync('registration.json', 'utf8'))
const expected = { challenge, rpId: 'localhost', origins: [origin], userVerification: 'required', algorithms: [-7, -8, -257] }
const { credentialId } = verifyRegistration({ response, expected, policy: { now: Date.now() } })
const thumbturn = createThumbturn({ baseUrl })
const GET = withToken(thumbturn, (_, { claims }) => Response.json(claims))
const headers = { authorization: 'Bearer ' + token }
const admitted = await GET(new Request(origin, { headers }))
const tokenStore = { get: () => token, set() {}, clear() {} }
console.log(JSON.stringify({
  node: process.version,
  isSamePasskey: credentialId === response.credentialId,
  verified: (await thumbturn.verifyToken(token)).username,
  admitted: (await admitted.json()).username,
  rejected: (await GET(new Request(origin))).status,
  read: getSessionInfo(createClient({ baseUrl, tokenStore })).username,
}))
`

for (const version of ['20.0.0', '20.20.2'])
  test(`on Node ${version}, the SDKs verify a registration and its token`, async ({ folder }) => {
    const tarballs = (['web', 'node', 'webauthn', 'thumbturn'] as const).map(findTarball).join(' ')
    runOrThrow(`npm init -y && npm install ${tarballs}`, { cwd: folder })
    const port = await findFreePort()
    const origin = `http://localhost:${port}`
    const service = await startShell('npx thumbturn dev', `${origin}/ready`, {
      cwd: folder,
      env: { PORT: String(port) },
    })
    try {
      writeFileSync(join(folder, 'registration.json'), JSON.stringify(await register(origin)))
      writeFileSync(join(folder, 'check.mjs'), script)
      const printed = runOrThrow(`${installNode(version, folder)} check.mjs`, { cwd: folder })
      const username = 'ada@example.com'
      expect(JSON.parse(printed)).toEqual({
        node: `v${version}`,
        isSamePasskey: true,
        verified: username,
        admitted: username,
        rejected: 401,
        read: username,
      })
    } finally {
      await service.stop()
    }
  })

/** Registers a passkey at the service. Returns what the SDKs verify. */
async function register(origin: string) {
  const baseUrl = `${origin}/apps/demo`
  const post = async <Result>(path: string, body: object) => {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${baseUrl}/fido2/v2${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    return (await response.json()) as Result
  }
  const user = { username: 'ada@example.com' }
  const started = await post<RegistrationStart>('/reg/init', { app: { id: 'demo' }, deviceInfo: {}, user })
  const response = createSoftwareAuthenticator({ origin }).create(started.registrationRequestOptions)
  const { session } = started
  const { jwtAccess } = await post<{ jwtAccess: string }>('/reg/complete', { session, creationResult: response })
  const { challenge } = started.registrationRequestOptions
  return { baseUrl, token: jwtAccess, response, challenge, origin }
}
