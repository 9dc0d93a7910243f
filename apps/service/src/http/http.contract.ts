import { describe } from 'node:test'
import type { FreshDatabase } from '../../test/databases.ts'
import { aaguidsContract } from './aaguids.contract.ts'
import { adminContract } from './admin.contract.ts'
import { blacklistContract } from './blacklist.contract.ts'
import { signInContract } from './sign-in.contract.ts'
import { signUpContract } from './sign-up.contract.ts'
import { wellKnownContract } from './well-known.contract.ts'

/** What the HTTP surface must do, whatever the engine under it. */
export function httpContract(engine: string, fresh: FreshDatabase) {
  describe(`signing up on ${engine}`, () => signUpContract(fresh))
  describe(`signing in on ${engine}`, () => signInContract(fresh))
  describe(`naming authenticators on ${engine}`, () => aaguidsContract(fresh))
  describe(`keeping authenticators out on ${engine}`, () => blacklistContract(fresh))
  describe(`administering on ${engine}`, () => adminContract(fresh))
  describe(`vouching for origins and apps on ${engine}`, () => wellKnownContract(fresh))
}
