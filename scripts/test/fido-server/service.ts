import { join } from 'node:path'
import type { ApplicationSettings } from '@thumbturn/contract/vocabulary/application-settings.ts'
import { loadConfig } from '@thumbturn/service/config.ts'
import { createApplication } from '@thumbturn/service/core/use-cases/applications/create.ts'
import { createApiKey } from '@thumbturn/service/core/use-cases/applications/keys.ts'
import { openInstallation } from '@thumbturn/service/installation.ts'
import { findFreePort } from '@thumbturn/service-harness/free-port.ts'
import { programPath } from '@thumbturn/service-harness/program-path.ts'
import { startProgram } from '../programs/program.ts'

/** The content of a request or response, which can be anything. */
export type Content = Readonly<Record<string, unknown>>

/** The settings that a request of the program chooses. */
export type Policy = Partial<
  Pick<ApplicationSettings, 'attestation' | 'attestationTrust' | 'userVerification' | 'residentKey'>
>

/** A rejection, with the status of its response. */
export class Rejection extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** The settings that every row needs: each algorithm except the post-quantum ones, and TPM statements of SHA-1 (Attestation Resp-9 P-2). */
const settings: Partial<ApplicationSettings> = {
  algorithms: [-7, -8, -35, -36, -257],
  attestationSha1: true,
  extensions: [],
}

const id = 'fido'

/** The address of the program's relying party, a folder for data, and the files of a list and its root. */
type Start = { origin: string; folder: string; list: string; root: string }

/** Starts the service in a process of its own, with one application for the program. */
export async function startService({ origin, folder, list, root }: Start) {
  const port = String(await findFreePort())
  const env = {
    DATA_DIR: join(folder, 'data'),
    HOST: '127.0.0.1',
    PORT: port,
    BASE_URL: `http://localhost:${port}`,
    RATE_LIMITS: 'off',
    FIDO_METADATA: list,
    FIDO_METADATA_ROOT: root,
  }
  const keys = await prepare(env, origin)
  const url = `http://127.0.0.1:${port}`
  const { stop } = await startProgram([process.execPath, programPath], {
    env,
    isReady: async (output) => /FIDO metadata: list \d/.test(output) && (await fetch(`${url}/ready`)).ok,
  })
  const api = `${url}/apps/${id}/fido2/v2`
  const post = (path: string, body: object, token?: string) => call(`${api}${path}`, { method: 'POST', body, token })
  return {
    /** Calls the application's API without credentials, or with a token. @throws Rejection */
    post,
    /** A token that lets this user, who doesn't have to exist, register a passkey. @throws Rejection */
    grant: async (username: unknown) =>
      (await post('/mgmt/grant', { username, grants: ['reg:write'] }, keys.grants)).token as string,
    /** Changes these settings for all calls that follow. @throws Rejection */
    change: (policy: Policy) =>
      call(`${url}/admin/v1/applications/${id}`, { method: 'PATCH', body: { settings: policy }, token: keys.admin }),
    stop,
  }
}

export type FidoService = Awaited<ReturnType<typeof startService>>

async function prepare(env: NodeJS.ProcessEnv, origin: string) {
  const core = await openInstallation(loadConfig(env))
  try {
    const rpId = new URL(origin).hostname
    const application = await createApplication(core, { id, name: 'FIDO', rpId, origins: [origin], settings })
    const own = await core.applications.findFresh('thumbturn')
    const [grants, admin] = [
      await createApiKey(core, application, { name: 'grants', scopes: ['reg:write'] }),
      await createApiKey(core, own!, { name: 'settings', scopes: ['admin'] }),
    ]
    return { grants: grants.text, admin: admin.text }
  } finally {
    await core.store.close()
  }
}

type Call = { method: string; body: object; token: string | undefined }

async function call(url: string, { method, body, token }: Call): Promise<Content> {
  const headers = { 'content-type': 'application/json', ...(token !== undefined && { authorization: token }) }
  const response = await fetch(url, { method, headers, body: JSON.stringify(body) })
  const content = (await response.json()) as Content
  if (!response.ok) throw new Rejection(response.status, String(content.msg ?? content.message))
  return content
}
