import type * as Sdk from '@thumbturn/web'

/** The parts that openSdkPage puts into the page. */
export type SdkPage = { sdk: typeof Sdk; thumbturn: Sdk.Thumbturn; mfa: Sdk.ThumbturnMfa }
