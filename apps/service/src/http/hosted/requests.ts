import type { requestRoutes } from '@thumbturn/contract/hosted/requests.ts'
import type { RequestedResource } from '../../core/flows/authorization/consent.ts'
import { confirmSignOut } from '../../core/flows/authorization/end-session.ts'
import {
  continueAsUser,
  decideConsent,
  describeRequest,
  type RequestDescription,
} from '../../core/flows/authorization/pages.ts'
import { signInBrowser, signOutBrowser } from '../../core/flows/authorization/sign-in-browser.ts'
import type { Client } from '../../core/model/authorization/client.ts'
import { nameClient } from '../../core/model/authorization/document-client.ts'
import type { User } from '../../core/model/users/user.ts'
import { keepBrowserCookie, removeBrowserCookie } from '../browser-cookie.ts'
import type { HandlersOf } from '../call.ts'
import { CustomResponse } from '../custom-response.ts'
import { describeApplication } from './describe-application.ts'
import { offerBinding } from './device-binding.ts'
import { findSession, type PageCall, toPageCall } from './session.ts'

/** `command`: how an operator calls the command line. */
export type HostedOptions = { command: string }

/** Signing in, choosing an account, and allowing a program. */
export const requests = ({ command }: HostedOptions) =>
  ({
    async requestShow({ query: { request } }, call) {
      const page = toPageCall(call)
      const { baseUrl } = page.core
      const application = describeApplication(page.application, { baseUrl, command })
      return { application, ...(request === undefined ? await describeVisit(page) : await describe(page, request)) }
    },
    async sessionCreate({ body: { token, request } }, call) {
      const { core, application, cookies } = toPageCall(call)
      const signIn = { token, request, cookies, userAgent: call.userAgent }
      const { step, location, challenge, ...kept } = await signInBrowser(core, application, signIn)
      return new CustomResponse(
        { step, location },
        {
          'set-cookie': keepBrowserCookie(kept, application, core.baseUrl),
          ...offerBinding(core, application, challenge),
        },
      )
    },
    async sessionEnd(_, call) {
      const { core, application, cookies } = toPageCall(call)
      await signOutBrowser(core, application, cookies)
      return new CustomResponse(undefined, { 'set-cookie': removeBrowserCookie(application, core.baseUrl) })
    },
    async signOutConfirm({ body: { request } }, call) {
      const { core, application, cookies } = toPageCall(call)
      const location = await confirmSignOut(core, application, { request, cookies })
      return new CustomResponse({ location }, { 'set-cookie': removeBrowserCookie(application, core.baseUrl) })
    },
    requestContinue({ body: { request } }, call) {
      const { core, application, cookies } = toPageCall(call)
      return continueAsUser(core, application, { request, cookies })
    },
    consentDecide({ body }, call) {
      const { core, application, cookies } = toPageCall(call)
      return decideConsent(core, application, { ...body, cookies })
    },
  }) satisfies HandlersOf<typeof requestRoutes>

/** Without an authorization request, a page is only about the account. */
async function describeVisit(page: PageCall) {
  const opened = await findSession(page)
  return { step: opened ? 'done' : 'signIn', account: opened && toAccount(opened.user) } as const
}

async function describe({ core, application, cookies }: PageCall, request: string) {
  return describeFor(await describeRequest(core, application, { request, cookies }))
}

function describeFor({ client, request, returnsTo, access, user, step, location }: RequestDescription) {
  const { prompts, loginHint, uiLocales } = request
  return {
    step,
    location,
    account: user && toAccount(user),
    client: toProgram(client),
    returnsTo,
    scopes: [...access.scopes],
    resource: access.resource && toResource(access.resource),
    prompt: prompts.join(' ') || undefined,
    loginHint,
    uiLocales: uiLocales && [...uiLocales],
  }
}

const toAccount = ({ username, displayName }: User) => ({
  username,
  name: displayName === username ? undefined : displayName,
})

export const toProgram = ({ id, name, logoUrl, homepageUrl, policyUrl, termsUrl }: Client) => ({
  ...nameClient({ id, name }),
  logoUrl,
  homepageUrl,
  policyUrl,
  termsUrl,
})

/** Users know an API by its name and its host. */
export function toResource({ uri, registered, scopes }: Omit<RequestedResource, 'isNew'>) {
  const descriptions = new Map(registered?.scopes.map(({ name, description }) => [name, description]))
  return {
    name: registered?.name,
    host: URL.parse(uri)?.host || uri,
    scopes: scopes.map((scope) => ({ ...scope, description: descriptions.get(scope.name) ?? scope.name })),
  }
}
