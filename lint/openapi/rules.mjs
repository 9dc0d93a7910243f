const methods = ['get', 'post', 'put', 'patch', 'delete']
const operations = methods.map((method) => `$.paths[*].${method}`)

const rule = (description, given, findComplaint) => ({
  description,
  message: '{{error}}',
  severity: 'error',
  given,
  // biome-ignore lint/suspicious/noThenProperty: Spectral's rules are written this way.
  then: {
    function: (value, _, context) => {
      const message = findComplaint(value, context)
      return message === undefined ? undefined : [{ message }]
    },
  },
})

const isSentence = (text) => typeof text === 'string' && /^[A-Z`].{5,}/s.test(text)

/** The status codes that every call of this kind can return. */
function listStatuses({ security = [] }, method) {
  const withBody = method === 'get' ? [] : ['413', '415']
  const withCredential = security.length === 0 ? [] : ['401']
  return ['400', '404', '500', ...withBody, ...withCredential]
}

/** Rules of our own in addition to Spectral's recommended ones. */
export const rules = {
  'thumbturn-words': rule('Every operation has a summary and a description', operations, ({ summary, description }) =>
    isSentence(summary) && isSentence(description) ? undefined : 'summary and description must be sentences',
  ),
  'thumbturn-security': rule('Every operation states who can call it', operations, ({ security }) =>
    Array.isArray(security) ? undefined : 'security must be present, even if it is empty',
  ),
  'thumbturn-statuses': rule('Every operation lists every status', operations, (operation, { path }) => {
    const missing = listStatuses(operation, path.at(-1)).filter((status) => !(status in operation.responses))
    const isDone = Object.keys(operation.responses).some((status) => status.startsWith('2') || status === '303')
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
