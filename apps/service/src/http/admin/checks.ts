import type { checkRoutes } from '@thumbturn/contract/admin/checks.ts'
import type { CheckFix } from '@thumbturn/contract/vocabulary/checks.ts'
import type { HandlersOf } from '../call.ts'
import { administered } from './administered.ts'

type Phrase = { code: string; values: Readonly<Record<string, string | number>> }

/** The result of a check. `advice`: what to do about a problem; `phrases`: both texts, where they have codes. */
type CheckResult = {
  about: string
  verdict: 'good' | 'warning' | 'broken'
  says: string
  advice?: string
  expected?: string
  fix?: CheckFix
  phrases?: { says?: Phrase; advice?: Phrase }
}

/** Checks the installation, or one application, within ten seconds. */
export type Check = (applicationId?: string) => Promise<readonly CheckResult[]>

const toResponse = ({ about: name, verdict: status, says: message, phrases, ...others }: CheckResult) => ({
  name,
  status,
  message,
  messagePhrase: phrases?.says,
  advicePhrase: phrases?.advice,
  ...others,
})

export const checkHandlers = (check: Check) =>
  ({
    async checksList() {
      return { checks: (await check()).map(toResponse) }
    },
    async applicationChecksList({ params }, { core }) {
      const { id } = await administered(core, params.id)
      return { checks: (await check(id)).map(toResponse) }
    },
  }) satisfies HandlersOf<typeof checkRoutes>
