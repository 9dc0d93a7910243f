import { type APIRequestContext, type BrowserContext, expect } from '@playwright/test'
import type { Running } from '../running.ts'

/** Of receivers on this machine; fixed, because they are in the pictures. */
export const ports = { webhook: 8080, otlp: 4318, s3: 9000 }

const connectors = [
  { name: 'Security team', target: { type: 'webhook', url: `http://localhost:${ports.webhook}/thumbturn` } },
  { name: 'Observability', target: { type: 'otlp', url: `http://localhost:${ports.otlp}` } },
  {
    name: 'Archive',
    target: {
      type: 's3',
      endpoint: `http://localhost:${ports.s3}`,
      region: 'eu-central-1',
      bucket: 'events',
      forcePathStyle: true,
    },
    secrets: { accessKeyId: 'archive', secretAccessKey: 'made-up' },
  },
]

const provider = {
  id: 'okta',
  name: 'Okta',
  clientId: '0oa1b2c3d4e5f6g7h8i9',
  clientSecret: 'made-up',
  discoveryUrl: 'https://example.okta.com',
  enforcedDomains: ['example.com'],
}

const groups = {
  'Identity team': [{ application: '*', role: 'owner' }],
  'Shop developers': [{ application: 'sample', role: 'developer' }],
  Support: [{ application: '*', role: 'viewer' }],
}

/** Adds connectors, a single sign-on provider, and a directory with groups to an installation with the application sample. */
export async function addSamples(context: BrowserContext, running: Running): Promise<void> {
  const { request } = context
  const { csrfToken } = await readBody<{ csrfToken: string }>(await request.get('/admin/v1/session'))
  const admin = { request, base: '/admin/v1', headers: { 'x-csrf-token': csrfToken } }
  for (const connector of connectors) await send(admin, 'POST', ['/applications/sample/connectors', connector])
  // So that they deliver events.
  for (const digits of [7, 6]) running.command('app', 'set', 'sample', '--set', `otpDigits=${digits}`)
  await send(admin, 'POST', ['/sso-providers', provider])
  await addDirectory(admin)
  await context.close()
}

type Api = { request: APIRequestContext; base: string; headers: Record<string, string> }

async function addDirectory(admin: Api): Promise<void> {
  const { key } = await send<{ key: string }>(admin, 'POST', [
    '/applications/thumbturn/api-keys',
    { name: 'Okta', scopes: ['profile:read', 'profile:write'] },
  ])
  const scim = { ...admin, base: '/scim/v2', headers: { authorization: `Bearer ${key}` } }
  const user = { schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], userName: 'grace@example.com' }
  const { id: value } = await send<{ id: string }>(scim, 'POST', ['/Users', { ...user, displayName: 'Grace Hopper' }])
  for (const [displayName, roles] of Object.entries(groups)) {
    const group = { schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'], displayName, members: [{ value }] }
    const { id } = await send<{ id: string }>(scim, 'POST', ['/Groups', group])
    await send(admin, 'PUT', [`/directory/groups/${id}/roles`, { roles }])
  }
}

async function send<Body>(
  { request, base, headers }: Api,
  method: string,
  [path, data]: [string, object],
): Promise<Body> {
  const response = await request.fetch(`${base}${path}`, { method, headers, data })
  expect(response.ok(), await response.text()).toBe(true)
  return readBody<Body>(response)
}

const readBody = async <Body>(response: { json(): Promise<unknown> }) => (await response.json()) as Body
