import { extractComments, visit } from './extract.mjs'

/** Comments that open with a clause where a noun would say what something is. "Whether" is accepted: it opens a boolean. */
export const findClauses = ({ comments }) =>
  extractComments(comments)
    .filter(({ text }) => /^\s*(?:What|Who|Whose|Which)\b(?![^.]*\?)/.test(text))
    .map(({ line }) => ({ line, message: 'A comment opens with a clause: open it with a noun or a verb' }))

const irregular =
  'Begun|Bound|Built|Chosen|Done|Drawn|Driven|Forgotten|Found|Given|Gone|Grown|Held|Hidden|Kept|Known|Lost|Made|Meant|Met|Paid|Said|Seen|Sent|Shown|Sold|Spent|Spoken|Taken|Taught|Thrown|Told|Worn|Written'
const participle = new RegExp(`(?:[a-z](?<!Fe|Se|Spe|Ne|Undefin)ed|(?:^|[a-z])(?:${irregular}))$`)

/** Types that are named by a participle, which doesn't say what a value is. */
export function findParticiples({ program }) {
  const found = []
  visit(program, ({ type, id }) => {
    if (!/^(?:TSTypeAliasDeclaration|TSInterfaceDeclaration|ClassDeclaration)$/.test(type) || !id) return
    if (!participle.test(id.name)) return
    found.push({ line: id.loc.start.line, message: `The type “${id.name}” is a participle: name it by a noun` })
  })
  return found
}
