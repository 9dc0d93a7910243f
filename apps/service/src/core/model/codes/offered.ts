import type { Application, CrossAuthMethod } from '../applications/application.ts'
import { type CodeMethod, codeMethods } from './code.ts'

const nameByMethod: Record<CodeMethod, CrossAuthMethod> = { device: 'otp', email: 'otp:email', sms: 'otp:sms' }

/** How codes may reach the users of an application at all: what its setting crossAuthMethods names. */
export const offeredMethods = ({ settings }: Application): CodeMethod[] =>
  codeMethods.filter((method) => settings.crossAuthMethods.includes(nameByMethod[method]))
