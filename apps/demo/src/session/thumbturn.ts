import { Thumbturn } from '@thumbturn/web'
import { appId, tokenStore } from './session.ts'

/** The application's path on the address that this page came from. */
export const baseUrlPath = `/apps/${appId}`

export const baseUrl = location.origin + baseUrlPath

/** The SDK. What it reports of failed ceremonies would only repeat what this page shows. */
export const thumbturn = new Thumbturn({ baseUrl, appId, tokenStore, disableAnalytics: true })
