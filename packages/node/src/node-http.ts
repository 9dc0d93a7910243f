import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AccessRequirements, ProtectedResource, ResourceAccess } from './resource.ts'
import { sendMetadata, sendResponse, setAccess, toResourceRequest } from './resource-node.ts'

/** A request that a resource admitted. */
export type AdmittedRequest = IncomingMessage & { access: ResourceAccess }

/**
 * Wraps the listener of a plain `node:http` server: it runs only with a valid access token. Also serves the metadata of the
 * resource.
 */
export const withAccess =
  (
    resource: ProtectedResource,
    listener: (request: AdmittedRequest, response: ServerResponse) => unknown,
    requirements?: AccessRequirements,
  ) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (sendMetadata(resource, request, response)) return
    const { access, rejection } = await resource.admit(toResourceRequest(request), requirements)
    if (rejection) return sendResponse(response, rejection)
    setAccess(request, access)
    await listener(request as AdmittedRequest, response)
  }

export type { AccessRequirements } from './resource.ts'
