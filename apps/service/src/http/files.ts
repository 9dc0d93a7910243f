import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { sendOutsideRoutes } from './outside-routes.ts'

/** Serves the files of a folder at the path of the scope. What can't be the path of a file, such as `//` or `..`, isn't found. */
export async function serveFiles(scope: FastifyInstance, options: FastifyStaticOptions): Promise<void> {
  scope.setErrorHandler((error: { statusCode?: number }, request, reply) =>
    error.statusCode === 403 ? reply.callNotFound() : sendOutsideRoutes(error as never, request, reply),
  )
  await scope.register(fastifyStatic, { prefix: '/', cacheControl: false, ...options })
}
