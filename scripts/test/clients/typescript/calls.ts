import createClient from 'openapi-fetch'
import type { paths as AdminPaths } from './admin.ts'
import type { paths as CurrentPaths } from './current.ts'
import type { paths as Gen1Paths } from './gen1.ts'
import given from './given.json' with { type: 'json' }
import type { paths as ProxyPaths } from './proxy.ts'

type Api = { url: string; credential: string }

const { language, username, client } = given
const to = ({ url, credential }: Api) => ({ baseUrl: url, headers: { Authorization: credential } })

function expect(what: string, { data, error }: { data?: unknown; error?: unknown }, isRight: boolean): void {
  if (!isRight) throw new Error(`${what}: ${JSON.stringify(data ?? error)}`)
}

const granted = await createClient<CurrentPaths>(to(given.current)).POST('/mgmt/grant', {
  body: { username, grants: ['reg:write'] },
})
expect('current', granted, granted.data?.token !== undefined)

const started = await createClient<ProxyPaths>(to(given.proxy)).POST('/tx/init', {
  body: { username, txType: 'raw', txPayload: 'Pay 25.00 EUR', nonce: language },
})
expect('proxy', started, started.data?.session !== undefined)

const listed = await createClient<Gen1Paths>(to(given.gen1)).POST('/credentials/list', {
  body: { client_id: client, username, user_id: null },
})
expect('gen1', listed, listed.data?.credentials[0]?.type === 'fido2')

const created = await createClient<AdminPaths>(to(given.admin)).POST('/applications', {
  body: { id: `made-by-${language}`, rpId: 'localhost', origins: ['http://localhost'] },
})
expect('admin', created, created.data?.id === `made-by-${language}`)
