import { Type } from 'typebox'
import { Strict } from '../admin/shapes.ts'
import { Passkey } from '../current/passkeys.ts'
import { route } from '../route.ts'
import { Uuid } from '../shapes.ts'
import { AnyClientId } from '../vocabulary/openid-clients.ts'
import { profileFields } from '../vocabulary/profiles.ts'
import { Account, BrowserEntry, FreshToken, ProgramEntry } from './shapes.ts'

const shared = { access: { kind: 'public', ownPages: 'application' }, limit: 'account', tag: 'account' } as const

const signedOut = { 401: 'No user is signed in in this browser' }
const notFresh = {
  401: 'No user is signed in in this browser, or the token is invalid, too old, used, or another user’s',
}

const Contact = (description: string, example: string) =>
  Type.Optional(
    Type.Object(
      {
        address: Type.String({ description, examples: [example] }),
        isVerified: Type.Boolean({ description: 'Whether the user has verified it', examples: [true] }),
      },
      { title: 'AccountContact' },
    ),
  )

// Every program loads the picture for other users, so only backends choose its address.
const { picture: _, ...ownFields } = profileFields

/** The part of a profile that users edit here. */
const OwnProfile = Type.Partial(Type.Object(ownFields), {
  additionalProperties: false,
  title: 'OwnProfile',
  examples: [{ name: 'Ada Lovelace', nickname: '' }],
})

/** Everything that the account page shows. */
export const AccountPage = Type.Object(
  {
    user: Type.Intersect([Type.Object({ id: Uuid('The user ID') }), Account]),
    profile: OwnProfile,
    contacts: Type.Object({
      email: Contact('The email address', 'ada@example.com'),
      phone: Contact('The phone number', '+4930123456'),
    }),
    passkeys: Type.Array(Passkey, { description: 'The passkeys, the newest first' }),
    sessions: Type.Array(BrowserEntry, { description: 'The browsers in which the user is signed in' }),
    programs: Type.Array(ProgramEntry, { description: 'The programs that the user allowed' }),
  },
  { title: 'AccountPage' },
)

/** The account as its user sees and changes it. */
export const accountPageRoutes = {
  accountShow: route({
    ...shared,
    method: 'GET',
    path: '/account',
    summary: 'Show the account',
    description: 'Returns everything that the account page shows of the signed-in user.',
    ok: 200,
    result: AccountPage,
    also: signedOut,
  }),
  profileChange: route({
    ...shared,
    method: 'POST',
    path: '/account/profile',
    summary: 'Change the profile',
    description: 'Changes the fields that it sends; an empty one is removed. Returns the profile as it is then.',
    body: OwnProfile,
    ok: 200,
    result: OwnProfile,
    also: signedOut,
  }),
  accountSessionEnd: route({
    ...shared,
    method: 'DELETE',
    path: '/account/sessions/{id}',
    summary: 'Sign the user out of a browser',
    description: 'Ends a session of the signed-in user, in this browser or another.',
    params: Type.Object({ id: Type.String({ minLength: 1, maxLength: 64, description: 'The session ID' }) }),
    ok: 204,
    also: { ...signedOut, 404: 'The user has no such session' },
  }),
  programRevoke: route({
    ...shared,
    method: 'DELETE',
    path: '/account/programs/{clientId}',
    summary: 'Revoke the access of a program',
    description: 'Deletes the consent and revokes the refresh tokens of the program.',
    params: Type.Object({ clientId: AnyClientId }),
    ok: 204,
    also: { ...signedOut, 404: 'The user has not allowed this program' },
  }),
  accountExport: route({
    ...shared,
    method: 'POST',
    path: '/account/export',
    summary: 'Download the data of the account',
    description: 'Returns everything that the service stores about the signed-in user.',
    body: Strict({ token: FreshToken }),
    ok: 200,
    result: Type.Unsafe<Readonly<Record<string, unknown>>>(
      Type.Object({}, { additionalProperties: true, description: 'The data of the user' }),
    ),
    also: notFresh,
  }),
  accountDelete: route({
    ...shared,
    method: 'POST',
    path: '/account/delete',
    summary: 'Delete the account',
    description: 'Deletes the user with everything that belongs to them. It cannot be undone.',
    body: Strict({ token: FreshToken }),
    ok: 204,
    also: {
      ...notFresh,
      403: 'Users of this application cannot delete their account here, or another page made the call',
    },
  }),
} as const
