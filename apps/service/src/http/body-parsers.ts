import type { FastifyInstance } from 'fastify'
import { badRequest } from '../core/errors.ts'

const bodyLimit = 1024 * 1024

/** Only bodies of this media type are accepted, as text. */
export function acceptOnlyText(scope: FastifyInstance, media: string): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(media, { parseAs: 'buffer', bodyLimit }, (request, body, done) => {
    const encoding = request.headers['content-encoding']
    if (encoding !== undefined && encoding !== 'identity')
      return done(Object.assign(new Error('content encoding'), { statusCode: 415 }))
    try {
      done(null, new TextDecoder('utf-8', { fatal: true }).decode(body as Buffer))
    } catch {
      done(badRequest('The body is not UTF-8'))
    }
  })
}
