import type { TokenStore } from './token.ts'

/** The application's address, and what the SDK can store in the browser. */
export interface ClientOptions {
  /** Base URL of the application, as shown in the dashboard. */
  baseUrl: string
  /** Application ID; taken from baseUrl by default. */
  appId?: string | undefined
  /** Where to keep the access token; a cookie by default. */
  tokenStore?: TokenStore | undefined
  /** Set to true to stop reporting failed ceremonies to the service. */
  disableAnalytics?: boolean | undefined
}

/** The validated options of one application. */
export interface Client {
  readonly baseUrl: string
  readonly appId: string
  readonly tokenStore: TokenStore
  readonly disableAnalytics: boolean
}
