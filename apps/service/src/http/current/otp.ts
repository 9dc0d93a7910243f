import type { otpRoutes } from '@thumbturn/contract/current/otp.ts'
import { issueCodeToken } from '../../core/flows/authentication/token.ts'
import { requestCode } from '../../core/flows/otp/send.ts'
import { showCode } from '../../core/flows/otp/show.ts'
import { signInByCode } from '../../core/flows/otp/sign-in.ts'
import { requireUsernameKey } from '../../core/model/users/username.ts'
import type { HandlersOf, PublicCall } from '../call.ts'
import { timestamp } from '../timestamp.ts'

async function sendCode({ core, application }: PublicCall, username: string, method: 'email' | 'sms') {
  const usernameKey = requireUsernameKey(username)
  await requestCode(core, { application, usernameKey, method, purpose: 'sign-in' })
  return undefined
}

export const otp = {
  async authOtp(_, { core, caller }) {
    const { digits, expiresAt } = await showCode(core, caller.holder)
    return { code: digits, expiresAt: timestamp(expiresAt) }
  },
  authOtpEmail: ({ body }, call) => sendCode(call, body.user.username, 'email'),
  authOtpSms: ({ body }, call) => sendCode(call, body.user.username, 'sms'),
  async authOtpVerify({ body }, { core, application }) {
    const { authCode: code, user } = body
    const signedIn = await signInByCode(core, { application, username: user.username, code })
    const jwtAccess = await issueCodeToken(signedIn)
    return { jwtAccess, token: jwtAccess, userId: signedIn.user.id }
  },
} satisfies HandlersOf<typeof otpRoutes>
