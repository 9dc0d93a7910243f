import type { CheckFix } from '@thumbturn/contract/vocabulary/checks.ts'

/**
 * The result of one check. `advice`: what to do about a problem; `expected`: what a file must contain;
 * `fix`: how the dashboard helps.
 */
export type Finding = {
  about: string
  verdict: 'good' | 'warning' | 'broken'
  says: string
  advice?: string
  expected?: string
  fix?: CheckFix
}

export const good = (about: string, says: string): Finding => ({ about, verdict: 'good', says })

export const warning = (about: string, says: string, advice: string): Finding => ({
  about,
  verdict: 'warning',
  says,
  advice,
})

export const broken = (about: string, says: string, advice: string): Finding => ({
  about,
  verdict: 'broken',
  says,
  advice,
})
