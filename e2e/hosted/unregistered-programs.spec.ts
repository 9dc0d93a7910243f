import { rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clientDocument } from '@thumbturn/service-harness/client-documents.ts'
import { createIdentity, shown } from '@thumbturn/service-harness/mail-server.ts'
import { receiverAuthority } from '@thumbturn/service-harness/receivers.ts'
import { startThumbturn } from '../running.ts'
import { test as base, createRequest, expect, home, openAccount, readReturn } from './fixtures.ts'

/** A host of documents, and a service that accepts its programs. */
const test = base.extend<object, { host: string }>({
  host: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern.
    async ({}, use) => {
      const server = createServer(shown(createIdentity()), (request, response) => {
        const url = `https://${request.headers.host}${request.url}`
        const document = clientDocument(url, { redirect_uris: ['https://app.example/callback', 'http://127.0.0.1/'] })
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document))
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      await use(`localhost:${(server.address() as AddressInfo).port}`)
      server.close()
    },
    { scope: 'worker' },
  ],
  thumbturn: [
    async ({ host }, use) => {
      const file = join(tmpdir(), `authority-${host.replace(':', '-')}.pem`)
      await writeFile(file, receiverAuthority)
      const running = await startThumbturn(undefined, { CONNECTOR_NETWORKS: '127.0.0.0/8,::1/128', CA_FILE: file })
      await running.change('clientIdMetadataDocuments=on', `clientIdMetadataHosts=${host}`)
      await use(running)
      await running.stop()
      await rm(file)
    },
    { scope: 'worker' },
  ],
})

test('a program that no member registered is named by its host, and can be revoked', async ({
  page,
  host,
  noViolations,
}) => {
  await page.route('https://app.example/**', (route) => route.fulfill({ contentType: 'text/html', body: 'Done' }))
  await openAccount(page)
  const program = { id: `https://${host}/client.json`, name: 'Example MCP Client' }
  await page.goto(createRequest(program, { scope: 'openid offline_access' }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Allow ${host} to use your account?`)
  await expect(page.getByText('It calls itself “Example MCP Client”')).toBeVisible()
  await expect(page.getByText('app.example', { exact: true })).toBeVisible()
  await noViolations()
  const returned = await readReturn(page, () => page.getByRole('button', { name: 'Allow' }).click())
  expect(returned.get('code')).toBeTruthy()
  await page.goto(`${home}/account/`)
  await expect(page.getByText('Calls itself “Example MCP Client”')).toBeVisible()
  await page.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('You haven’t allowed any program yet.')).toBeVisible()
})

test('such a program on the same device comes with a second warning', async ({ page, host }) => {
  await openAccount(page)
  const program = { id: `https://${host}/client.json`, name: 'Example MCP Client' }
  await page.goto(createRequest(program, { redirect_uri: 'http://127.0.0.1:41234/' }))
  await expect(page.getByText('127.0.0.1:41234', { exact: true })).toBeVisible()
  await expect(page.getByText('Allow it only if you started it yourself.')).toBeVisible()
})
