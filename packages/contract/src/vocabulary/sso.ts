/** An installation has at most this many single sign-on providers. */
export const mostSsoProviders = 20

/** What a test of the connection to a provider found. */
export const ssoTestOutcomes = ['good', 'failed'] as const
