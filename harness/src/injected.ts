import type { HttpServer } from '@thumbturn/service/http/server.ts'
import inject, { type InjectOptions, type Response } from 'light-my-request'

/** A server without a socket. */
export type InjectedServer = Omit<HttpServer, 'inject'> & { inject(call: InjectOptions | string): Promise<Response> }

/** The same server, whose calls without a socket take the way of all requests. */
export function injected(server: HttpServer): InjectedServer {
  const pass = (request: unknown, response: unknown) => void server.server.emit('request', request, response)
  return Object.assign(server as unknown as InjectedServer, {
    inject: async (call: InjectOptions | string) => {
      await server.ready()
      return inject(pass as never, call)
    },
  })
}
