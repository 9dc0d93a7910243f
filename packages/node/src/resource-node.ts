import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ProtectedResource, ResourceAccess, ResourceRequest, ResourceResponse } from './resource.ts'

/** A request of node:http. Express keeps the requested URL here, while `url` is below where the middleware is mounted. */
type NodeRequest = IncomingMessage & { originalUrl?: string }

/** The MCP SDK reads the caller from `auth`. */
type WithAccess = { access: ResourceAccess; auth: ResourceAccess }

export function toResourceRequest({ method = '', url = '', originalUrl, headers }: NodeRequest): ResourceRequest {
  const { authorization, dpop } = headers
  return { method, path: originalUrl ?? url, authorization, dpop: [dpop].flat().join(', ') || undefined }
}

export function sendResponse(response: ServerResponse, { status, headers, body }: ResourceResponse): void {
  response.writeHead(status, headers).end(body && JSON.stringify(body))
}

export const setAccess = (request: IncomingMessage, access: ResourceAccess): void =>
  void Object.assign<IncomingMessage, WithAccess>(request, { access, auth: access })

/** Responds with the metadata if the request is for them. Returns whether it was. */
export function sendMetadata(resource: ProtectedResource, request: NodeRequest, response: ServerResponse): boolean {
  const described = resource.describe(toResourceRequest(request))
  if (described) sendResponse(response, described)
  return described !== undefined
}
