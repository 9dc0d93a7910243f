import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pem, root } from '@thumbturn/service-harness/metadata-service.ts'
import { mergeMetadata, signList } from './metadata.ts'
import { Rejection, startService } from './service.ts'
import { createTranslator, type Translator } from './translator.ts'

/** `metadata` is a folder of the program's lists and statements, and `addresses` are those of more lists. */
export type FidoServerOptions = {
  origin: string
  port: number
  metadata?: string | undefined
  addresses: readonly string[]
}

/** Starts the service and, on this port of localhost, the paths that the conformance program calls. */
export async function startFidoServer({ origin, port, metadata, addresses }: FidoServerOptions) {
  const folder = mkdtempSync(join(tmpdir(), 'thumbturn-fido-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const given = join(folder, 'given')
  mkdirSync(given)
  const { entries, rejected } = await mergeMetadata({ folder: metadata ?? given, addresses }, join(folder, 'lists'))
  const files = { list: join(folder, 'list.jwt'), root: join(folder, 'root.pem') }
  writeFileSync(files.list, signList(entries))
  writeFileSync(files.root, pem(root.der))
  const service = await startService({ origin, folder, ...files })
  const server = serve(createTranslator(service, { isSecure: origin.startsWith('https:') }))
  await once(server.listen(port, '127.0.0.1'), 'listening').catch(async (error) => {
    await service.stop()
    throw error
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    models: entries.length,
    rejected,
    async stop() {
      server.close()
      server.closeAllConnections()
      await service.stop()
    },
  }
}

const serve = (translate: Translator) =>
  createServer(async (request, response) => {
    const { status, body, cookie } = await translate(request).then(
      (translated) => ({ status: 200, ...translated }),
      (error: Error) => ({
        status: error instanceof Rejection ? error.status : 503,
        body: { status: 'failed', errorMessage: error.message },
        cookie: undefined,
      }),
    )
    const headers = { 'content-type': 'application/json', ...(cookie && { 'set-cookie': cookie }) }
    response.writeHead(status, headers).end(JSON.stringify(body))
  })
