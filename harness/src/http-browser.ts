import { type IncomingMessage, request } from 'node:http'
import { type RequestOptions, request as requestByTls } from 'node:https'
import { text } from 'node:stream/consumers'

/** The response that a browser shows. */
export type ShownPage = Response & { url: URL }

/** A browser without a screen: it follows redirects and keeps cookies, as RFC 6265 says, for each host and path. */
export type HttpBrowser = {
  /** Opens an address, and returns where it leads: to a page on which nothing is left to do, or to an address at which the browser stops. */
  open(address: string | URL, sending?: Sending): Promise<ShownPage>
  /** One request, whose redirect isn't followed. */
  send(address: string | URL, sending?: Sending): Promise<ShownPage>
  /** The cookies that it sends to an address, as in a `cookie` header. */
  listCookies(address: string | URL): string
}

/** Of a request; GET without a body by default. */
export type Sending = { method?: string; headers?: Record<string, string>; body?: string }

/** A response as it arrived. */
export type Response = { status: number; headers: Headers; text: string }

/** Sends one request with exactly these headers. */
export type Transport = (url: URL, sending: Required<Sending>) => Promise<Response>

export type BrowserOptions = {
  /** Another one than HTTP/1.1. */
  transport?: Transport
  /** Whether nothing listens at an address, such as the callback of a client that the test plays. */
  stopsAt?(url: URL): boolean
  /** Does what the user does on a page, and returns where that leads; undefined if there is nothing to do. */
  act?(page: ShownPage, browser: HttpBrowser): Promise<string | undefined>
}

const mostSteps = 30

/** Some programs lead only browsers to a sign-in, which they tell from scripts by these (Fetch Metadata Request Headers §2). */
const navigation = { accept: 'text/html,*/*;q=0.8', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }

const toHeaders = ({ headersDistinct }: IncomingMessage) =>
  new Headers(Object.entries(headersDistinct).flatMap(([name, values = []]) => values.map((value) => [name, value])))

/** Sends a request over HTTP/1.1; `more` are options of `node:https`. */
export async function sendByHttp(
  url: URL,
  { method, headers, body }: Required<Sending>,
  more: RequestOptions = {},
): Promise<Response> {
  const send = url.protocol === 'https:' ? requestByTls : request
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    send(url, { ...more, method, headers }, resolve)
      .on('error', reject)
      .end(body)
  })
  return { status: response.statusCode!, headers: toHeaders(response), text: await text(response) }
}

/** Starts a browser that has no cookies yet. @throws Error, of what it opens: 30 redirects in a row */
export function createHttpBrowser(options: BrowserOptions = {}) {
  const { transport = sendByHttp, stopsAt = () => false, act = async () => undefined } = options
  const jar = createCookieJar()

  async function send(address: string | URL, { method = 'GET', headers, body = '' }: Sending = {}): Promise<ShownPage> {
    const url = new URL(address)
    const cookies = jar.listFor(url)
    const sent = { ...navigation, ...headers, ...(cookies !== '' && { cookie: cookies }) }
    const response = await transport(url, { method, headers: sent, body })
    jar.keep(url, response.headers.getSetCookie())
    return { url, ...response }
  }

  async function open(address: string | URL, sending?: Sending): Promise<ShownPage> {
    let url = new URL(address)
    for (let step = 0; step < mostSteps; step++) {
      if (stopsAt(url)) return { url, status: 0, headers: new Headers(), text: '' }
      const page = await send(url, step === 0 ? sending : undefined)
      const next = page.headers.get('location') ?? (await act(page, browser))
      if (next === undefined) return page
      url = new URL(next, url)
    }
    throw new Error(`${address} leads to ${mostSteps} other addresses, then to ${url}`)
  }

  const browser: HttpBrowser = { open, send, listCookies: (address) => jar.listFor(new URL(address)) }
  return browser
}

type Cookie = { name: string; value: string; host: string; path: string }

function createCookieJar() {
  let cookies: Cookie[] = []
  return {
    keep(url: URL, headers: readonly string[]) {
      for (const header of headers) {
        const { isRemoved, ...cookie } = parseCookie(url, header)
        cookies = cookies.filter((one) => identify(one) !== identify(cookie))
        if (!isRemoved) cookies.push(cookie)
      }
    },
    listFor: ({ hostname, pathname }: URL): string =>
      cookies
        .filter(({ host, path }) => host === hostname && isBelow(pathname, path))
        .map(({ name, value }) => `${name}=${value}`)
        .join('; '),
  }
}

const identify = ({ name, host, path }: Cookie) => `${name} ${host} ${path}`

/** RFC 6265 §5.1.4. */
const isBelow = (pathname: string, path: string): boolean =>
  pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`)

function parseCookie({ hostname: host, pathname }: URL, header: string): Cookie & { isRemoved: boolean } {
  const [pair = '', ...attributes] = header.split(/; */)
  const find = (name: string) =>
    attributes.find((one) => one.toLowerCase().startsWith(`${name}=`))?.slice(name.length + 1)
  const [name, value] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
  const path = find('path') ?? (pathname.slice(0, pathname.lastIndexOf('/')) || '/')
  const isRemoved = find('max-age') === '0' || new Date(find('expires') ?? '9999-01-01').getTime() < Date.now()
  return { name, value, host, path, isRemoved }
}

/** Submits the form of a page as it is, with what the user chose besides, and returns where it leads; undefined if there is no form. */
export async function submitForm(
  { url, text: html }: ShownPage,
  browser: HttpBrowser,
  chosen: Record<string, string> = {},
): Promise<string | undefined> {
  const action = /<form [^>]*action="([^"]+)"/.exec(html)?.[1]
  if (action === undefined) return undefined
  const hidden = [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)]
  const body = new URLSearchParams([
    ...hidden.map(([, name = '', value = '']) => [name, value]),
    ...Object.entries(chosen),
  ])
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const next = await browser.send(new URL(action, url), { method: 'POST', headers, body: body.toString() })
  return next.headers.get('location') ?? submitForm(next, browser, chosen)
}
