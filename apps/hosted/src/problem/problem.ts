/** The reason for which an authorization request fails, for its operator; the service writes it into the page. */
export type Problem = {
  /** The error of OAuth 2.0 (RFC 6749 §4.1.2.1). */
  error: string
  /** The advice to the operator. */
  description: string
}

/** The problem that the service wrote into the page; undefined if there is none. */
export function readProblem(): Problem | undefined {
  const text = document.getElementById('problem')?.textContent
  return text ? (JSON.parse(text) as Problem) : undefined
}
