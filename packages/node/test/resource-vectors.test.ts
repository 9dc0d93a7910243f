import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import {
  type IntrospectionOptions,
  protectResource,
  type ResourceOptions,
  type ResourceRequest,
  type ResourceResponse,
  type ThumbturnError,
} from '../src/resource.ts'

type Reply = { status: number; headers: Record<string, string>; body: string }
type Rejection = Pick<ResourceResponse, 'status' | 'headers'> & { code: string; body: object }

/** The part of the file that sdks/vectors/README.md describes. */
type Vectors = {
  resource: { options: ResourceOptions; keySetUrl: string; introspectionUrl: string; keys: object }
  resources: {
    name: string
    at: number
    scopes?: string[]
    request: ResourceRequest
    introspection?: Pick<IntrospectionOptions, 'duringOutage'> & { response?: Reply }
    expect: Rejection | { access: object }
  }[]
  resourceMetadata: {
    name: string
    method: string
    path: string
    expect: (Pick<ResourceResponse, 'status' | 'headers'> & { body: object | null }) | null
  }[]
  resourceOptions: {
    name: string
    options: Partial<ResourceOptions>
    expect: { metadataUrl: string } | { code: string }
  }[]
}

const path = new URL('../../../sdks/vectors/vectors.json', import.meta.url)
const { resource, resources, resourceMetadata, resourceOptions } = JSON.parse(readFileSync(path, 'utf8')) as Vectors
const client = { clientId: 'notes-server', clientSecret: 'secret' }

/** Responds as the service of the vectors does, which is asked about a token only if the case has a response. */
const createFetch =
  (response?: Reply): typeof globalThis.fetch =>
  async (url, init) => {
    if (url === resource.keySetUrl) return Response.json(resource.keys)
    assert.equal(url, resource.introspectionUrl)
    assert.ok(response, 'the service is asked about the token')
    const { token, ...fields } = Object.fromEntries(new URLSearchParams(String(init?.body)))
    assert.ok(token)
    assert.deepEqual(fields, { client_id: client.clientId, client_secret: client.clientSecret })
    return new Response(response.body, response)
  }

for (const { name, at, scopes, request, introspection: asked, expect } of resources)
  test(`resource: ${name}`, async () => {
    const introspection = asked && { ...client, duringOutage: asked.duringOutage }
    const options = { ...resource.options, introspection, now: () => at * 1000, fetch: createFetch(asked?.response) }
    const errors: ThumbturnError[] = []
    const { access, rejection } = await protectResource(options).admit(request, {
      scopes,
      onRejected: (error) => errors.push(error),
    })
    if ('access' in expect) return assert.partialDeepStrictEqual(access, expect.access, `${errors[0]}`)
    assert.deepEqual({ code: errors[0]?.code, ...rejection }, expect)
  })

for (const { name, method, path: requested, expect } of resourceMetadata)
  test(`metadata of a resource: ${name}`, () => {
    const response = protectResource(resource.options).describe({ method, path: requested })
    assert.deepEqual(response ? { ...response, body: response.body ?? null } : null, expect)
  })

for (const { name, options, expect } of resourceOptions)
  test(`options of a resource: ${name}`, () => {
    const create = () => protectResource({ ...resource.options, ...options })
    if ('code' in expect) return assert.throws(create, { code: expect.code })
    assert.equal(create().metadataUrl, expect.metadataUrl)
  })
