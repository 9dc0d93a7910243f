import { createApplicationAddress } from '../../core/model/applications/address.ts'
import type { Application } from '../../core/model/applications/application.ts'
import { listHostedPageProblems, toNotice } from '../../core/use-cases/openid-clients/hosted-origin.ts'

/** How an application's pages look, and what they offer; an empty setting is absent. */
export function describeApplication(
  application: Application,
  { baseUrl, command }: { baseUrl: string; command: string },
) {
  const { id, name, settings } = application
  const { logoUrl, logoDarkUrl, accentColor, backgroundColor, cornerRadius, hostedText, locale } = settings
  const { termsUrl, privacyUrl, helpUrl } = settings
  const given = { logoUrl, logoDarkUrl, accentColor, backgroundColor, text: hostedText, termsUrl, privacyUrl, helpUrl }
  return {
    id,
    name,
    ...omitEmpty(given),
    cornerRadius,
    locale,
    canSignUp: settings.hostedSignUp && !settings.registrationRequiresToken,
    canDelete: settings.hostedDeletion,
    codes: [...settings.crossAuthMethods, ...settings.fallbackMethods],
    problems: listHostedPageProblems(application, {
      issuer: createApplicationAddress(application, baseUrl),
      command,
    }).map(toNotice),
  }
}

const omitEmpty = <T extends Record<string, string>>(texts: T): Partial<T> =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')) as Partial<T>
