import rulesets from '@stoplight/spectral-rulesets'

/**
 * Spectral's rules of examples, for each pair of example and schema once. Spectral resolves references first and compiles the
 * schema for each use, so responses that every operation lists would take most of the time.
 */
export const exampleRules = Object.fromEntries(
  ['oas3-valid-media-example', 'oas3-valid-schema-example'].map((name) => [name, checkOnce(rulesets.oas.rules[name])]),
)

function checkOnce(rule) {
  const seen = new Set()
  const check = (value, options, context) => {
    // The fields that a request must contain differ from those of a response.
    const key = JSON.stringify([context.path.includes('requestBody'), value])
    if (seen.has(key)) return undefined
    seen.add(key)
    return rule.then.function(value, options, context)
  }
  // biome-ignore lint/suspicious/noThenProperty: Spectral's rules are written this way.
  return { ...rule, then: { ...rule.then, function: check } }
}
