import type { FastifyReply } from 'fastify'

/** Every build of pages puts a hash of the content into the names of its assets. */
export const setCaching = (reply: FastifyReply, path: string) =>
  reply.header('cache-control', /[\\/]assets[\\/]/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache')
