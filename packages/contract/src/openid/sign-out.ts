import { Type } from 'typebox'
import { route } from '../route.ts'
import { mostPostedCharacters } from '../vocabulary/openid.ts'
import { Field } from './shapes.ts'

/** RP-Initiated Logout 1.0 §2. */
const SignOutRequest = Type.Object({
  id_token_hint: Field(8_192, 'An ID token of the session, expired or not', 'eyJhbGciOiJSUzI1NiJ9…'),
  client_id: Field(256, 'The client, unless the ID token says so', 'grafana'),
  post_logout_redirect_uri: Field(
    2_000,
    'Where the browser goes then, exactly as the client registered it',
    'https://grafana.example.com/signed-out',
  ),
  state: Field(2_048, 'Returned as it is', 'af0ifjsldkj'),
})

const shared = {
  access: { kind: 'public', pages: 'none' },
  limit: 'account',
  tag: 'sign-out',
  errorPages: true,
  ok: 303,
  also: { 400: 'The client is unknown, or it did not register post_logout_redirect_uri' },
} as const

const description =
  'Signs the user out in this browser, and leads it to `post_logout_redirect_uri` with `state`, or to a page of the application. An `id_token_hint` of this session, or a `client_id`, suffices to identify the client; without such a hint, the user is asked first.'

export const signOutRoutes = {
  endSession: route({
    ...shared,
    method: 'GET',
    path: '/openid/end-session',
    summary: 'Sign the user out',
    description,
    query: Type.Object({
      ...SignOutRequest.properties,
      posted: Field(mostPostedCharacters, 'A request that was posted; then nothing else counts', 'AAAQzKQb…'),
    }),
  }),
  endSessionPost: route({
    ...shared,
    method: 'POST',
    path: '/openid/end-session',
    summary: 'Sign the user out with a form',
    description: `${description} Browsers post from other sites without the cookie of the session, so the browser is led to the same address, where it sends it.`,
    bodyMedia: 'application/x-www-form-urlencoded',
    bodyOptional: true,
    body: SignOutRequest,
  }),
} as const
