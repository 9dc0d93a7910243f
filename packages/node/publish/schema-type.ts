/** A JSON Schema, as far as the contract uses it. */
export type Schema = {
  type?: string
  const?: string | number | boolean
  description?: string
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean
  patternProperties?: Record<string, Schema>
}

const scalars: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
}

/**
 * A schema as the TypeScript type of its values, its descriptions as comments; undefined, a call without that part, is
 * undefined.
 * @throws Error a schema that it does not know: better no package than one that says `unknown`
 */
export function toTypeScript(schema: Schema | undefined, indent = ''): string {
  if (schema === undefined) return 'undefined'
  if (schema.const !== undefined) return `'${schema.const}'`
  if (schema.anyOf) return schema.anyOf.map((choice) => toTypeScript(choice, indent)).join(' | ')
  if (schema.type === 'array') return `Array<${toTypeScript(schema.items, indent)}>`
  if (schema.type === 'object') return objectType(schema, indent)
  const scalar = scalars[schema.type ?? '']
  if (scalar === undefined) throw new Error(`No TypeScript type is known for ${JSON.stringify(schema)}`)
  return scalar
}

function objectType(
  { properties = {}, required = [], patternProperties, additionalProperties }: Schema,
  indent: string,
) {
  const [values] = Object.values(patternProperties ?? {})
  if (values) return `Record<string, ${toTypeScript(values, indent)}>`
  const inside = `${indent}  `
  const members = Object.entries(properties).map(([name, member]) => {
    const type = toTypeScript(member, inside)
    // `| undefined` for projects with exactOptionalPropertyTypes.
    const [mark, alternative] = required.includes(name) ? ['', ''] : ['?', ' | undefined']
    return `${comment(member, inside)}${inside}${key(name)}${mark}: ${type}${alternative}`
  })
  // `{}` would be any value that is not null.
  if (members.length === 0) return additionalProperties === true ? 'object' : 'Record<string, never>'
  return `{\n${members.join('\n')}\n${indent}}`
}

const key = (name: string) => (/^\w+$/.test(name) ? name : JSON.stringify(name))

const comment = ({ description }: Schema, indent: string) =>
  description === undefined ? '' : `${indent}/** ${description.replaceAll('*/', '* /')} */\n`
