/** The parts of an OpenAPI document that the pages show: everything resolved, nothing that is not shown. */
export type Reference = {
  title: string
  version: string
  description: string
  /** The address of an operation without its path, such as `{baseUrl}/fido2/v2`. */
  server: string
  baseUrl: string
  file: string
  groups: Group[]
}

export type Group = { tag: string; description: string; operations: Operation[] }

export type Operation = {
  id: string
  method: string
  path: string
  summary: string
  description: string
  access: Access
  parameters: Field[]
  body?: Field[] | undefined
  bodyExample?: unknown
  /** Whether the body is sent as a form instead of as JSON. */
  isForm?: boolean
  answers: Answer[]
  /** The pages that explain it. */
  guides: { to: string; label: string }[]
}

/** How a caller proves who calls; `kind` none for public operations. */
export type Access = { kind: string; optional: boolean; scope: string; says: string }

export type Answer = {
  status: string
  says: string
  fields?: Field[] | undefined
  example?: unknown
  /** Whether it is a page for the user of the browser. */
  isPage?: boolean
}

export type Field = {
  name: string
  /** In words: `string`, `integer`, `array of Passkey`. */
  type: string
  required: boolean
  where?: 'path' | 'query' | 'header'
  says: string
  limits: string[]
  choices?: string[]
  example?: unknown
  fields?: Field[]
}
