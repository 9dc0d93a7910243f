import NextAuth from 'next-auth'

export const { handlers, auth, signIn, signOut } = NextAuth({
  providers: [{ id: 'passkey', name: 'Passkey', type: 'oidc', checks: ['pkce', 'state', 'nonce'] }],
})
