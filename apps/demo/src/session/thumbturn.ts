import { Thumbturn } from '@thumbturn/web'
import { appId, tokenStore } from './session.ts'

/** The path of the application on this page's origin. */
export const baseUrlPath = `/apps/${appId}`

export const baseUrl = location.origin + baseUrlPath

/** The SDK client. Its reports of failed ceremonies would only repeat what this page shows. */
export const thumbturn = new Thumbturn({ baseUrl, appId, tokenStore, disableAnalytics: true })
