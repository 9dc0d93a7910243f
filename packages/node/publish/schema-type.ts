/** The subset of JSON Schema that the contract uses. */
export type Schema = {
  type?: string
  const?: string | number | boolean
  description?: string
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  patternProperties?: Record<string, Schema>
}

const scalarTypes: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
}

/**
 * Converts a schema to the TypeScript type of its values, with descriptions as comments. An absent schema becomes
 * `undefined`.
 * @throws Error for an unsupported schema, so that no published type degrades to `unknown`
 */
export function toTypeScript(schema: Schema | undefined, indent = ''): string {
  if (schema === undefined) return 'undefined'
  if (schema.const !== undefined) return typeof schema.const === 'string' ? `'${schema.const}'` : String(schema.const)
  if (schema.anyOf) return schema.anyOf.map((choice) => toTypeScript(choice, indent)).join(' | ')
  if (schema.type === 'array') return `Array<${toTypeScript(schema.items, indent)}>`
  if (schema.type === 'object') return toObjectType(schema, indent)
  const scalar = scalarTypes[schema.type ?? '']
  if (scalar === undefined) throw new Error(`No TypeScript type is known for ${JSON.stringify(schema)}`)
  return scalar
}

function toObjectType({ properties = {}, required = [], patternProperties }: Schema, indent: string) {
  const [values] = Object.values(patternProperties ?? {})
  if (values) return `Record<string, ${toTypeScript(values, indent)}>`
  const inside = `${indent}  `
  const members = Object.entries(properties).map(([name, member]) => {
    const type = toTypeScript(member, inside)
    // `| undefined` for projects with exactOptionalPropertyTypes.
    const [mark, alternative] = required.includes(name) ? ['', ''] : ['?', ' | undefined']
    return `${toComment(member, inside)}${inside}${toKey(name)}${mark}: ${type}${alternative}`
  })
  // `{}` would accept every value except null.
  if (members.length === 0) return 'object'
  return `{\n${members.join('\n')}\n${indent}}`
}

const toKey = (name: string) => (/^\w+$/.test(name) ? name : JSON.stringify(name))

const toComment = ({ description }: Schema, indent: string) =>
  description === undefined ? '' : `${indent}/** ${description.replaceAll('*/', '* /')} */\n`
