import { RawConnection, type RawContent, type RawResponse } from '@thumbturn/service-harness/raw-http.ts'

/** A check of a request that has a valid session cookie. */
export type Check = {
  name: string
  version: string
  port: number
  /** The process that responds. */
  pid: number
  path: string
  content: RawContent
  /** Of the response that lets the request in. */
  status: number
}

/** The page that a browser requests, about which all are asked. */
export const page = { host: 'wiki.example.com', path: '/pages/start' }

export const readLocation = ({ head, status, body }: RawResponse): string => {
  const location = /\r\nlocation: *([^\r]+)/i.exec(head)?.[1]
  if (location === undefined) throw new Error(`Unexpected response ${status}: ${body.slice(0, 200)}`)
  return location
}

/** Follows a redirect to a program at the other end of a connection. */
export function follow(connection: RawConnection, location: string, headers: string): Promise<RawResponse> {
  const { pathname, search } = new URL(location)
  return connection.send('GET', `${pathname}${search}`, { headers })
}

/** @throws Error if the request gets in without its cookie, so that another thing than a session would be measured */
export async function requireCookie({ name, port, path, content, status }: Check): Promise<void> {
  const connection = new RawConnection(port)
  const headers = content.headers!.replace(/^cookie: [^\r]*\r\n/, '')
  const response = await connection.send('GET', path, { headers }).finally(() => connection.close())
  if (response.status === status) throw new Error(`${name} needs no cookie`)
}
