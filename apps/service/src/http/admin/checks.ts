import type { checkRoutes } from '@thumbturn/contract/admin/checks.ts'
import type { CheckFix } from '@thumbturn/contract/vocabulary/checks.ts'
import type { HandlersOf } from '../call.ts'

/** The result of a check. `advice`: what to do about a problem. */
type Found = { about: string; verdict: 'good' | 'warning' | 'broken'; says: string; advice?: string; fix?: CheckFix }

/** Checks the installation within ten seconds. */
export type Check = () => Promise<readonly Found[]>

export const checkHandlers = (check: Check) =>
  ({
    async checksList() {
      const found = await check()
      return {
        checks: found.map(({ about, verdict, says, advice, fix }) => ({
          name: about,
          status: verdict,
          message: says,
          advice,
          fix,
        })),
      }
    },
  }) satisfies HandlersOf<typeof checkRoutes>
