import type { CheckFix } from '@thumbturn/contract/vocabulary/checks.ts'
import type { Phrase } from '../core/model/findings/phrase.ts'

/** A text without its English. */
type Translatable = Omit<Phrase, 'text'>

/**
 * The result of one check. `advice`: what to do about a problem; `expected`: what a file must contain;
 * `fix`: how the dashboard helps; `phrases`: what is known of both texts in order to translate them.
 */
export type Finding = {
  about: string
  verdict: 'good' | 'warning' | 'broken'
  says: string
  advice?: string
  expected?: string
  fix?: CheckFix
  phrases?: { says?: Translatable; advice?: Translatable }
}

/** A text that others wrote, such as an error of a library, has no code. */
type Text = string | Phrase

export const good = (about: string, says: Text): Finding => create({ about, verdict: 'good' }, says)

export const warning = (about: string, says: Text, advice: Text): Finding =>
  create({ about, verdict: 'warning' }, says, advice)

export const broken = (about: string, says: Text, advice: Text): Finding =>
  create({ about, verdict: 'broken' }, says, advice)

function create(base: Pick<Finding, 'about' | 'verdict'>, says: Text, advice?: Text): Finding {
  const phrases = {
    ...(typeof says === 'object' && { says: toTranslatable(says) }),
    ...(typeof advice === 'object' && { advice: toTranslatable(advice) }),
  }
  return { ...base, says: toEnglish(says), ...(advice !== undefined && { advice: toEnglish(advice) }), phrases }
}

const toEnglish = (text: Text) => (typeof text === 'string' ? text : text.text)

const toTranslatable = ({ code, values }: Phrase): Translatable => ({ code, values })

/** A finding as programs read it: their format has no codes of texts. */
export const omitPhrases = ({ phrases: _phrases, ...finding }: Finding): Omit<Finding, 'phrases'> => finding
