import type { CrossAuthMethod } from '@thumbturn/contract/vocabulary/sign-in-methods.ts'
import type { Application } from '../applications/application.ts'
import { type CodeMethod, codeMethods } from './code.ts'

const nameByMethod: Record<CodeMethod, CrossAuthMethod> = { device: 'otp', email: 'otp:email', sms: 'otp:sms' }

/** The methods that an application offers to its users, by its setting crossAuthMethods. */
export const listOfferedMethods = ({ settings }: Application): CodeMethod[] =>
  codeMethods.filter((method) => settings.crossAuthMethods.includes(nameByMethod[method]))
