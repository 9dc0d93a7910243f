import { readFile } from 'node:fs/promises'
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { Outage } from '../core/errors.ts'
import { sendOutsideRoutes } from './outside-routes.ts'

/** Serves the files of a folder at the path of the scope. What can't be the path of a file, such as `//` or `..`, isn't found. */
export async function serveFiles(scope: FastifyInstance, options: FastifyStaticOptions): Promise<void> {
  scope.setErrorHandler((error: { statusCode?: number }, request, reply) =>
    error.statusCode === 403 ? reply.callNotFound() : sendOutsideRoutes(error as never, request, reply),
  )
  await scope.register(fastifyStatic, { prefix: '/', cacheControl: false, ...options })
}

/**
 * Sends a page that has several addresses.
 * @throws Outage: it can't be read, such as while a new version is being installed
 */
export async function sendPage(reply: FastifyReply, path: string): Promise<FastifyReply> {
  const page = await readFile(path).catch((cause: Error) => {
    throw new Outage('The page can’t be read: try again after the time in Retry-After', { cause })
  })
  return reply.type('text/html; charset=utf-8').send(page)
}
