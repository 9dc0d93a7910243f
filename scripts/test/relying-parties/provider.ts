import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { ApplicationSettings } from '@thumbturn/contract/vocabulary/application-settings.ts'
import type { ClientRequest } from '@thumbturn/contract/vocabulary/openid-clients.ts'
import type { ResourceRequest } from '@thumbturn/contract/vocabulary/protected-resources.ts'
import { describeClient, fillSettings } from '@thumbturn/examples/openid/fill.ts'
import { programs } from '@thumbturn/examples/openid/programs.ts'
import { changeApplication } from '@thumbturn/service/core/use-cases/applications/change.ts'
import { createGroup } from '@thumbturn/service/core/use-cases/groups/manage.ts'
import { addMembers } from '@thumbturn/service/core/use-cases/groups/members.ts'
import { createClient } from '@thumbturn/service/core/use-cases/openid-clients/manage.ts'
import { createResource } from '@thumbturn/service/core/use-cases/protected-resources/manage.ts'
import { findFreePort } from '@thumbturn/service-harness/free-port.ts'
import { createHostedUser } from '@thumbturn/service-harness/hosted-sign-in.ts'
import { type BrowserOptions, createHttpBrowser } from '@thumbturn/service-harness/http-browser.ts'
import { reached } from '@thumbturn/service-harness/mfa.ts'
import { realClock, type Service, startService } from '@thumbturn/service-harness/service.ts'
import { signUpUser } from '@thumbturn/service-harness/situations.ts'
import { root } from '../programs/folder.ts'

/**
 * A service on a port, with a user who has a verified email address and is in the group `admins`. `act`: as the user acts on the pages of the
 * program.
 */
export async function startProvider(t: TestContext, { act: actInProgram }: BrowserOptions = {}) {
  const port = await findFreePort()
  const baseUrl = `http://localhost:${port}`
  const service = await startService({ databaseUrl: 'sqlite::memory:', baseUrl, clock: realClock() })
  t.after(() => service.close())
  const [username, email] = ['ada', 'ada@example.com']
  const user = await signUpUser(service, { username })
  await reached(service, user.userId, email)
  await joinGroup(service, user.userId)
  await service.server.listen({ port, host: '127.0.0.1' })
  const signIns: string[] = []
  const calls: string[] = []
  service.server.server.on('request', ({ url = '' }) => calls.push(new URL(url, baseUrl).pathname))
  const act = createHostedUser(service, user.device)
  const browser = createHttpBrowser({
    async act(page, browser) {
      if (page.url.pathname.endsWith('/sign-in/')) signIns.push(page.url.pathname)
      return (await act(page, browser)) ?? actInProgram?.(page, browser)
    },
  })
  return {
    issuer: `${baseUrl}/apps/demo`,
    username,
    email,
    /** The browser of the user. */
    browser,
    /** How often the user had to sign in until now. */
    countSignIns: () => signIns.length,
    /** How often the program asked for tokens until now: once for each sign-in and refresh. */
    countTokenCalls: () => calls.filter((path) => path.endsWith('/openid/token')).length,
    /** Creates a client. */
    create: (request: ClientRequest) => create(service, request),
    /** Changes settings of the application. */
    change: async (settings: Partial<ApplicationSettings>) =>
      void (await changeApplication(service.core, service.application, { settings })),
    /** Creates an API that clients can ask for access to. */
    protect: async (request: ResourceRequest) =>
      void (await createResource(service.core, service.application, request)),
    /** Creates the client that a program needs, and fills in its settings in `examples/openid`. */
    register: (id: string, origin: string, changes: Partial<ClientRequest> = {}) =>
      register(service, { id, origin, changes }),
  }
}

async function joinGroup({ core, application }: Service, userId: string) {
  const backend = { application, keyId: 'test', scopes: [] }
  const { id } = await createGroup(core, backend, { name: 'admins' })
  await addMembers(core, backend, { id, userIds: [userId] })
}

async function create({ core, application }: Service, request: ClientRequest) {
  const { client, secret } = await createClient(core, application, { ...request, by: 'test' })
  return { clientId: client.id, clientSecret: secret! }
}

type Registration = { id: string; origin: string; changes: Partial<ClientRequest> }

async function register(service: Service, { id, origin, changes }: Registration) {
  const program = programs.find((one) => one.id === id)!
  const client = await create(service, { ...describeClient(program, origin), ...changes })
  const issuer = `${service.core.baseUrl}/apps/${service.application.id}`
  const files = program.settings.map(({ file }) => {
    const text = readFileSync(join(root, 'examples/openid/settings', file), 'utf8')
    return [file, fillSettings(text, { issuer, origin, ...client })] as const
  })
  return { ...client, files: Object.fromEntries(files) as Record<string, string> }
}
