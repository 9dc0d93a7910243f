import type { HttpBrowser } from '@thumbturn/service-harness/http-browser.ts'

/** A running OpenID Provider that knows the clients of the suite. */
export type SuiteProvider = {
  name: 'Thumbturn' | 'oidc-provider'
  issuer: string
  /** A new browser of the user, who signs in where the provider asks for it. It stops at the addresses of clients. */
  createBrowser(): HttpBrowser
  close(): Promise<void>
}

/** The user of both providers. */
export type SuiteUser = { sub: string; username: string }

/** Whether an address is one of a client, where nothing listens. */
export const isOfClient = ({ hostname }: URL): boolean => hostname === 'client.example.com'
