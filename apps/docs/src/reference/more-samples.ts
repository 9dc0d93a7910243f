import type { Call } from './call.ts'

const indent = (text: string, by: string) => text.replaceAll('\n', `\n${by}`)
const quote = (value: unknown) => JSON.stringify(String(value))
const isSession = (call: Call) => call.variable === 'SESSION'

/** A call from Python with its standard library. */
export function writePython(call: Call): string {
  const { method, address, variable, headers, bodyExample, isForm } = call
  const credential = `${isSession(call) ? '' : 'Bearer '}{os.environ['${variable}']}`
  const sent = [
    ...(variable ? [`"Authorization": f"${credential}",`] : []),
    ...headers.map(({ name, example }) => `${quote(name)}: ${quote(example)},`),
    // urllib names the type of a form itself.
    ...(bodyExample === undefined || isForm ? [] : ['"Content-Type": "application/json",']),
  ]
  const encode = isForm ? 'urllib.parse.urlencode' : 'json.dumps'
  return [
    `import json${variable ? ', os' : ''}${isForm ? ', urllib.parse' : ''}, urllib.request`,
    '',
    'request = urllib.request.Request(',
    `    ${quote(address)},`,
    `    method="${method}",`,
    ...(sent.length > 0 ? ['    headers={', ...sent.map((line) => `        ${line}`), '    },'] : []),
    ...(bodyExample === undefined ? [] : [`    data=${encode}(${indent(toPython(bodyExample), '    ')}).encode(),`]),
    ')',
    'with urllib.request.urlopen(request) as response:  # raises HTTPError for an error',
    returnsJson(call) ? '    result = json.load(response)' : '    response.read()',
  ].join('\n')
}

/** A call from Go with its standard library, inside a function that returns an error. */
export function writeGo(call: Call): string {
  const { method, address, variable, headers, bodyExample, isForm, message } = call
  const body = bodyExample === undefined ? 'nil' : 'body'
  return [
    ...writeGoBody(call),
    `request, err := http.NewRequest("${method}", ${quote(address)}, ${body})`,
    'if err != nil {',
    '\treturn err',
    '}',
    ...(variable
      ? [`request.Header.Set("Authorization", ${isSession(call) ? '' : '"Bearer "+'}os.Getenv("${variable}"))`]
      : []),
    ...headers.map(({ name, example }) => `request.Header.Set(${quote(name)}, ${quote(example)})`),
    ...(bodyExample === undefined
      ? []
      : [`request.Header.Set("Content-Type", "application/${isForm ? 'x-www-form-urlencoded' : 'json'}")`]),
    'response, err := http.DefaultClient.Do(request)',
    'if err != nil {',
    '\treturn err',
    '}',
    'defer response.Body.Close()',
    `var result map[string]any // of an error: "${message}"`,
    'if err := json.NewDecoder(response.Body).Decode(&result); err != nil {',
    '\treturn err',
    '}',
  ].join('\n')
}

function writeGoBody({ bodyExample, isForm }: Call): string[] {
  if (bodyExample === undefined) return []
  if (!isForm) return [`body := strings.NewReader(\`${JSON.stringify(bodyExample, null, 2)}\`)`]
  const fields = Object.entries(bodyExample as object).map(([name, value]) => `\t${quote(name)}: {${quote(value)}},`)
  return ['form := url.Values{', ...fields, '}', 'body := strings.NewReader(form.Encode())']
}

const returnsJson = ({ answers }: Call) =>
  answers.some(({ status, example }) => status === '200' && example !== undefined)

/** A JSON value as a literal of Python. */
export function toPython(value: unknown): string {
  return JSON.stringify(value, null, 4).replaceAll(
    /("(?:[^"\\]|\\.)*")|\b(true|false|null)\b/g,
    (_, text: string | undefined, word: 'true' | 'false' | 'null') =>
      text ?? { true: 'True', false: 'False', null: 'None' }[word],
  )
}
