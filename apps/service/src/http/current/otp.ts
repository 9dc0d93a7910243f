import { issueCodeToken } from '../../core/flows/authentication/token.ts'
import { requestCode } from '../../core/flows/otp/send.ts'
import { showCode } from '../../core/flows/otp/show.ts'
import { signInByCode } from '../../core/flows/otp/sign-in.ts'
import { requiredUsernameKey } from '../../core/model/users/username.ts'
import { holderOf } from '../guard.ts'
import { required } from '../named-application.ts'
import { timestamp } from '../timestamp.ts'
import type { CurrentHandlers } from './wire.ts'

const sendingBy = (method: 'email' | 'sms'): CurrentHandlers['authOtpEmail' | 'authOtpSms'] =>
  async function sendCode({ body }, { core, application }) {
    const usernameKey = requiredUsernameKey(body.user.username)
    await requestCode(core, { application: required(application), usernameKey, method, purpose: 'sign-in' })
    return undefined
  }

export const otp: Pick<CurrentHandlers, 'authOtp' | 'authOtpEmail' | 'authOtpSms' | 'authOtpVerify'> = {
  async authOtp(_, { core, caller }) {
    const { digits, expiresAt } = await showCode(core, holderOf(caller))
    return { code: digits, expiresAt: timestamp(expiresAt) }
  },
  authOtpEmail: sendingBy('email'),
  authOtpSms: sendingBy('sms'),
  async authOtpVerify({ body }, { core, application }) {
    const { authCode: code, user } = body
    const signedIn = await signInByCode(core, { application: required(application), username: user.username, code })
    const jwtAccess = await issueCodeToken(core, signedIn)
    return { jwtAccess, token: jwtAccess, userId: signedIn.user.id }
  },
}
