const baseUrl = process.env.THUMBTURN_URL ?? 'http://localhost:4300/apps/demo'

export async function requestPasskeyGrant(username: string, grants = ['reg:write']): Promise<string> {
  const response = await fetch(`${baseUrl}/fido2/v2/mgmt/grant`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${process.env.THUMBTURN_API_KEY}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ username, grants }),
  })
  const said = await response.json()
  if (!response.ok) throw new Error(said.msg)
  return said.token
}
