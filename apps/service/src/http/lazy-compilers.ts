import { AjvCompiler } from '@fastify/ajv-compiler'
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import { leaveOutUnfitReports } from '@thumbturn/contract'
import type { FastifyServerOptions } from 'fastify'
import type { TSchema } from 'typebox'

type Factory = NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>

/**
 * A builder of functions of both libraries from the schemas and options of a server: something that compiles one part
 * of one route.
 */
type Builder<Compiled> = (externalSchemas: unknown, options: unknown) => (route: unknown) => Compiled
type Validate = ((data: unknown) => unknown) & { errors?: unknown }
type Serialise = (data: unknown) => string

const validators = AjvCompiler() as unknown as Builder<Validate>
const serialisers = SerializerSelector() as unknown as Builder<Serialise>

type Part = { schema: TSchema; httpPart?: string }

function lazyValidator(compile: () => Validate, { schema, httpPart }: Part): Validate {
  let compiled: Validate | undefined
  const validate: Validate = (data) => {
    compiled ??= compile()
    const verdict = compiled(data) || (httpPart === 'body' && validateAgain(compiled, schema, data))
    // Fastify reads the reasons here, at once.
    validate.errors = compiled.errors
    return verdict
  }
  return validate
}

/** Most bodies fit as they are. Others may only contain reports that don't. */
function validateAgain(compiled: Validate, schema: TSchema, body: unknown) {
  leaveOutUnfitReports(schema, body)
  return compiled(body)
}

function lazySerialiser(compile: () => Serialise): Serialise {
  let compiled: Serialise | undefined
  return (data) => {
    compiled ??= compile()
    return compiled(data)
  }
}

/**
 * Fastify's own compilers of schemas, put off until a route is first called. A service has well over a hundred routes and
 * most installations use a dozen: compiling them all would take a third of its start, and memory for good.
 */
export const lazyCompilers = {
  buildValidator(externalSchemas: unknown, options: unknown) {
    const compile = validators(externalSchemas, options)
    return (route: unknown) => lazyValidator(() => compile(route), route as Part)
  },
  buildSerializer(externalSchemas: unknown, options: unknown) {
    const compile = serialisers(externalSchemas, options)
    return (route: unknown) => lazySerialiser(() => compile(route))
  },
  // The one cast: the types of Fastify and of its compilers describe more than either uses.
} as unknown as Factory
