import type { TextOptions, TextProvider } from './texts/provider.ts'
import { createTwilioProvider } from './texts/twilio.ts'
import { createWebhookProvider } from './texts/webhook.ts'

/** The provider of the configured URL. */
export const createTextProvider = (options: TextOptions): TextProvider =>
  options.url.startsWith('twilio+') ? createTwilioProvider(options) : createWebhookProvider(options)
