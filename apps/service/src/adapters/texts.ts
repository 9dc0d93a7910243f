import type { TextOptions, TextProvider } from './texts/provider.ts'
import { twilioProvider } from './texts/twilio.ts'
import { webhookProvider } from './texts/webhook.ts'

/** The provider of the configured URL. */
export const textProvider = (options: TextOptions): TextProvider =>
  options.url.startsWith('twilio+') ? twilioProvider(options) : webhookProvider(options)
