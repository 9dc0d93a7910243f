import { Type } from 'typebox'
import { exampleToken } from '../sample.ts'
import { Timestamp, Uuid } from '../shapes.ts'
import { choice } from '../vocabulary/choice.ts'
import { crossAuthMethods, fallbackMethods } from '../vocabulary/sign-in-methods.ts'

/** Where the user continues: a page, or with `done` the program that asked, if there is one. */
export const steps = ['signIn', 'selectAccount', 'consent', 'done'] as const

export type Step = (typeof steps)[number]

export const StepField = choice(steps, {
  description: 'What the user does next',
  examples: ['signIn'],
})

export const Location = Type.String({
  description: 'The URL to open next: the return address of the program, or another hosted page',
  examples: ['https://grafana.example.com/login/generic_oauth?code=…&state=…&iss=…'],
})

export const Next = Type.Object({ step: StepField, location: Location }, { title: 'NextStep' })

/** A sealed value in the address of a page; its length is that of the longest address that the service accepts. */
const sealed = (description: string) =>
  Type.String({
    minLength: 16,
    maxLength: 16_384,
    pattern: '^[A-Za-z0-9._~-]+$',
    description,
    examples: ['r1.q8Zk1mWcQp…'],
  })

export const SealedRequest = sealed('The sealed authorization request, from the address of the page')

export const SealedSignOut = sealed('The sealed request to sign out, from the address of the page')

/** The proof that the user is there: a token that the page got from a sign-in a moment ago. */
export const FreshToken = Type.String({
  minLength: 1,
  maxLength: 8192,
  description: 'The access token of a sign-in to this application, at most three minutes old. Works once',
  examples: [exampleToken],
})

const url = (description: string, example: string) => Type.Optional(Type.String({ description, examples: [example] }))

/** How the pages of an application look, and what they offer. */
export const HostedApplication = Type.Object(
  {
    id: Type.String({ description: 'The application ID', examples: ['shop'] }),
    name: Type.String({ description: 'The name of the application', examples: ['Acme'] }),
    logoUrl: url('Its logo on a light background', 'https://example.com/logo.svg'),
    logoDarkUrl: url('Its logo on a dark background', 'https://example.com/logo-dark.svg'),
    accentColor: url('The color of links and primary buttons', '#10655a'),
    cornerRadius: Type.Integer({ description: 'The radius of corners in CSS pixels', examples: [8] }),
    backgroundColor: url('The color behind the card', '#f2f5f4'),
    termsUrl: url('Its terms', 'https://example.com/terms'),
    privacyUrl: url('Its privacy policy', 'https://example.com/privacy'),
    helpUrl: url('Its help', 'https://example.com/help'),
    text: url('A text below the form', 'Only for employees of Acme.'),
    locale: Type.String({ description: 'The language if the browser states none', examples: ['en-US'] }),
    canSignUp: Type.Boolean({ description: 'Whether users can create an account here', examples: [true] }),
    canDelete: Type.Boolean({ description: 'Whether users can delete their account here', examples: [false] }),
    codes: Type.Array(choice([...crossAuthMethods, ...fallbackMethods]), {
      description: 'How users without a usable passkey can sign in',
      examples: [['otp:email']],
    }),
    problems: Type.Array(Type.String(), {
      description: 'What keeps passkeys from working on these pages, for the operator; empty if nothing does',
      examples: [[]],
    }),
  },
  { title: 'HostedApplication' },
)

/** The name that a program gives itself, if only its host is known. */
const ClaimedName = Type.Optional(
  Type.String({
    description: 'The name that such a program gives itself, which proves nothing',
    examples: ['Example MCP Client'],
  }),
)

/** A program that signs users in. */
export const Program = Type.Object(
  {
    name: Type.String({
      description: 'Its name; of a program that no member registered, the host of its client ID',
      examples: ['Grafana'],
    }),
    claimedName: ClaimedName,
    logoUrl: url('Its logo', 'https://grafana.example.com/logo.svg'),
    homepageUrl: url('Its home page', 'https://grafana.example.com'),
    policyUrl: url('Its privacy policy', 'https://grafana.example.com/privacy'),
    termsUrl: url('Its terms', 'https://grafana.example.com/terms'),
  },
  { title: 'Program' },
)

export const Account = Type.Object(
  {
    username: Type.String({ description: 'The username', examples: ['ada@example.com'] }),
    name: Type.Optional(Type.String({ description: 'The name', examples: ['Ada Lovelace'] })),
  },
  { title: 'SignedInAccount' },
)

export const BrowserEntry = Type.Object(
  {
    id: Uuid('The session ID'),
    isCurrent: Type.Boolean({ description: 'Whether this browser has the session', examples: [true] }),
    browser: Type.String({ description: 'The browser and its system', examples: ['Firefox on Linux'] }),
    address: Type.Optional(Type.String({ description: 'The address of its last call', examples: ['203.0.113.7'] })),
    createdAt: Timestamp('When the user signed in'),
    lastUsedAt: Timestamp('When it was last used'),
  },
  { title: 'SignedInBrowser' },
)

export const ProgramEntry = Type.Object(
  {
    clientId: Type.String({ description: 'The client ID', examples: ['grafana'] }),
    name: Type.String({
      description: 'Its name; of a program that no member registered, the host of its client ID',
      examples: ['Grafana'],
    }),
    claimedName: ClaimedName,
    scopes: Type.Array(Type.String(), { description: 'What it can read', examples: [['openid', 'profile']] }),
    resources: Type.Array(
      Type.Object(
        {
          name: Type.Optional(Type.String({ description: 'Its name, if it is registered', examples: ['Files'] })),
          host: Type.String({ description: 'Its host, with the port if it has one', examples: ['mcp.example.com'] }),
          scopes: Type.Array(Type.String(), {
            description: 'The permissions in words; none: full access',
            examples: [['Read your files']],
          }),
        },
        { title: 'AllowedResource' },
      ),
      { description: 'The APIs that it can use' },
    ),
    grantedAt: Timestamp('When the user first allowed it'),
    lastUsedAt: Type.Optional(Timestamp('When it last got tokens, to the day; absent before that')),
  },
  { title: 'AllowedProgram' },
)
