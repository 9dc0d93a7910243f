const methods = ['get', 'post', 'put', 'patch', 'delete']
const operations = methods.map((method) => `$.paths[*].${method}`)

const rule = (description, given, findComplaint) => ({
  description,
  message: '{{error}}',
  severity: 'error',
  given,
  // biome-ignore lint/suspicious/noThenProperty: this is how Spectral's rules are written.
  then: {
    function: (value, _, context) => {
      const message = findComplaint(value, context)
      return message === undefined ? undefined : [{ message }]
    },
  },
})

const isSentence = (text) => typeof text === 'string' && /^[A-Z`].{5,}/s.test(text)

/** The statuses that a call of this kind can always be answered with. */
function listStatuses({ security = [] }, method) {
  const withBody = method === 'get' ? [] : ['413', '415']
  const withCredential = security.length === 0 ? [] : ['401']
  return ['400', '404', '500', ...withBody, ...withCredential]
}

/** What Spectral's recommended rules leave open and our documents promise. */
export const rules = {
  'thumbturn-words': rule('Every operation has a summary and a description', operations, ({ summary, description }) =>
    isSentence(summary) && isSentence(description) ? undefined : 'summary and description must be sentences',
  ),
  'thumbturn-security': rule('Every operation says who may call it', operations, ({ security }) =>
    Array.isArray(security) ? undefined : 'security must be said, also where it is none',
  ),
  'thumbturn-statuses': rule('Every operation says every status', operations, (operation, { path }) => {
    const missing = listStatuses(operation, path.at(-1)).filter((status) => !(status in operation.responses))
    const isDone = Object.keys(operation.responses).some((status) => status.startsWith('2'))
    return missing.length === 0 && isDone ? undefined : `statuses are missing: ${missing.join(', ') || 'success'}`
  }),
  'thumbturn-examples': rule(
    'Every body has an example',
    ['$.paths..content[*]', '$.components.responses..content[*]'],
    ({ example }) => (example === undefined || example === null ? 'an example is missing' : undefined),
  ),
  'thumbturn-parameters': rule('Every parameter is described', '$.paths..parameters[*]', ({ description, example }) =>
    isSentence(description) && example !== undefined ? undefined : 'description or example is missing',
  ),
  'thumbturn-tags': rule('Every tag is described', '$.tags[*]', ({ description }) =>
    isSentence(description) ? undefined : 'the tag has no description',
  ),
}
