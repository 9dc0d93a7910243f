import type { Core } from '../core/core.ts'
import type { Backend } from '../core/use-cases/applications/backend.ts'
import { type FoundUser, findUserById, findUserByName } from '../core/use-cases/users/manage.ts'
import { applicationNamed } from './app.ts'

export const backendNamed = async (core: Core, app: string): Promise<Backend> => ({
  application: await applicationNamed(core, app),
  keyId: 'command line',
})

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export const isUuid = (text: string): boolean => uuid.test(text)

export const userHelp = 'the id, the username, or a verified contact'

/** By id, username, or verified contact. */
export const userNamed = (core: Core, backend: Backend, user: string): Promise<FoundUser> =>
  isUuid(user) ? findUserById(core, backend, user) : findUserByName(core, backend, user)
