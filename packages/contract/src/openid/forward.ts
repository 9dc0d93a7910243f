import { Type } from 'typebox'
import { route } from '../route.ts'

const shared = {
  method: 'GET',
  access: { kind: 'public', pages: 'none' },
  tag: 'forward-auth',
  errorPages: 'plain',
} as const

const forwarded = {
  'X-Forwarded-Host': Type.String({ description: 'The host of the request', examples: ['wiki.example.com'] }),
}

const also = {
  400: 'The browser kept no cookie, or the sign-in has expired',
  403: 'The call comes from no trusted proxy, the host is no protected site of the application, or the user can’t use it',
} as const

const Text = (maxLength: number, description: string, example: string) =>
  Type.Optional(Type.String({ maxLength, description, examples: [example] }))

/** The calls of proxies that protect sites. Those for browsers are served below `/.thumbturn/` of each site. */
export const forwardRoutes = {
  siteCheck: route({
    ...shared,
    path: '/forward/check',
    limit: 'check',
    summary: 'Check a request to a protected site',
    description:
      'For proxies listed in `TRUSTED_PROXIES`. Returns 204 and the identity of the user in `Remote-User`, `Remote-Name`, `Remote-Email`, `Remote-Groups`, and `Thumbturn-Identity`, which are always all sent, and empty without a value. Returns 401 if the user must sign in, with `Location` if the request is a page view; with `redirect=true`, a page view gets 303 instead.',
    query: Type.Object({
      redirect: Type.Optional(
        Type.Literal('true', {
          description: 'For proxies that pass the response on to the browser',
          examples: ['true'],
        }),
      ),
    }),
    headers: Type.Object({
      ...forwarded,
      'X-Forwarded-Method': Type.String({ description: 'The method of the request', examples: ['GET'] }),
      'X-Forwarded-Uri': Type.String({
        description: 'The path and query of the request, as they arrived',
        examples: ['/docs/start?draft=1'],
      }),
    }),
    ok: 204,
    leads: 'The user must sign in, the request is a page view, and the proxy asked for `redirect=true`',
    also: {
      401: { why: 'The user must sign in', msgCode: 'login_required' },
      403: 'The request is denied, the call comes from no trusted proxy, or the host is no protected site of the application',
    },
  }),
  siteStart: route({
    ...shared,
    path: '/forward/start',
    limit: 'begin',
    summary: 'Start a sign-in to a protected site',
    description: 'Leads the browser to the sign-in, and afterward back to the page that it asked for. Writes nothing.',
    query: Type.Object({
      to: Text(8_192, 'The path and query of that page', '/docs/start?draft=1'),
      account: Type.Optional(
        Type.Literal('other', { description: 'Lets the user choose another account', examples: ['other'] }),
      ),
    }),
    headers: Type.Object(forwarded),
    ok: 303,
    also,
  }),
  siteCallback: route({
    ...shared,
    path: '/forward/callback',
    limit: 'complete',
    summary: 'Complete a sign-in to a protected site',
    description:
      'Where the authorization endpoint leads the browser to. Spends the code, and sets the cookie of the site.',
    query: Type.Object({
      code: Text(4_096, 'The code', 'AAAQzKQb…'),
      state: Text(2_048, 'The page that the user asked for, sealed', 'Zk3mT9aQ…'),
      iss: Text(2_048, 'The issuer (RFC 9207)', 'https://id.example.com/apps/shop'),
      error: Text(128, 'Why there is no code', 'access_denied'),
      error_description: Text(2_048, 'The same in words', 'The user denied the request'),
    }),
    headers: Type.Object(forwarded),
    ok: 303,
    also,
  }),
  siteSignOut: route({
    ...shared,
    path: '/forward/sign-out',
    limit: 'account',
    summary: 'Sign out of a protected site',
    description:
      'Signs the user out in this browser: at once for a link on the site itself, and otherwise after the user has agreed to it at the issuer.',
    headers: Type.Object(forwarded),
    ok: 303,
    also: { 403: also[403] },
  }),
  siteDenied: route({
    ...shared,
    path: '/forward/denied',
    limit: 'read',
    summary: 'Explain that a request was denied',
    description: 'A page for proxies that don’t show the response of the check.',
    headers: Type.Object(forwarded),
    ok: 200,
    media: 'text/html',
    result: Type.String({ description: 'The page', examples: ['<!doctype html>…'] }),
    also: { 403: also[403] },
  }),
} as const
