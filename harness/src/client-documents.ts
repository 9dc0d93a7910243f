import type { ServerResponse } from 'node:http'
import type { TestContext } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import type { Client } from '@thumbturn/service/core/model/authorization/client.ts'
import { createDocumentClient } from '@thumbturn/service/core/model/authorization/document-client.ts'
import { changeApplication } from '@thumbturn/service/core/use-cases/applications/change.ts'
import { receiverAuthority, startReceiver } from './receivers.ts'
import type { Service } from './service.ts'

/** Lets this process trust the hosts of the tests. Its test file needs a process of its own. */
export function trustDocumentHosts(): void {
  setDefaultCACertificates([...getCACertificates('default'), receiverAuthority])
}

/** The document of a public client at that URL, with these changes. */
export const clientDocument = (url: string, changes: object = {}) => ({
  client_id: url,
  client_name: 'Example MCP Client',
  redirect_uris: ['https://mcp-client.example/callback', 'http://127.0.0.1/callback', 'http://localhost:3000/callback'],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
  ...changes,
})

/** Answers a request for the document at that URL. */
export type AnswerDocument = (url: string, response: ServerResponse) => void

export const answerJson =
  (changes: object = {}, headers: Record<string, string> = {}): AnswerDocument =>
  (url, response) =>
    void response
      .writeHead(200, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(clientDocument(url, changes)))

/** A host on loopback that serves documents at every path; `answer` can be replaced while it runs. */
export async function startDocumentHost(t: TestContext, answer: AnswerDocument = answerJson()) {
  const state = { answer }
  const { url: base, calls } = await startReceiver(t, {
    respond: ({ path }, response) => state.answer(new URL(path, base).href, response),
  })
  return { state, calls, host: base.host, urlOf: (path = '/client.json') => new URL(path, base).href }
}

/** Lets the application accept clients that are known by the documents of these hosts; none: no clients. */
export const allowDocuments = ({ core, application }: Service, hosts: readonly string[], mode: 'on' | 'off' = 'on') =>
  changeApplication(core, application, {
    settings: { clientIdMetadataDocuments: mode, clientIdMetadataHosts: hosts },
  })

/** The client that `clientDocument` describes, for what the helpers of registered clients do. */
export const documentClient = (url: string): Client => {
  const { client_name: name, redirect_uris: redirectUris } = clientDocument(url)
  const grantTypes = ['authorization_code', 'refresh_token'] as const
  return createDocumentClient({ url, name, authMethod: 'none', grantTypes, redirectUris }, 'demo')
}
