import type { Core } from '../../core.ts'
import { findAddressProblem, type Place } from '../applications/own.ts'

/** The address of a link to join; the token follows the #, which no server and no log receives. */
export const createJoinLink = (token: string, baseUrl: string) => `${baseUrl}/dashboard/join#${token}`

/** Why no browser can use links to join that begin with this address, and what to do; undefined if browsers can. */
export async function findLinkWarning(core: Core, place: Place): Promise<string | undefined> {
  const problem = await findAddressProblem(core, place)
  return problem && `No browser can use this link: ${problem.says.text}. ${problem.advice.text}.`
}
