const baseUrl = process.env.THUMBTURN_URL ?? 'http://localhost:4300/apps/demo'

export async function isSignedIn(jwtAccess: string): Promise<boolean> {
  const response = await fetch(`${baseUrl}/fido2/v2/mgmt/token/verify`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${process.env.THUMBTURN_API_KEY}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ jwtAccess }),
  })
  return response.status === 204
}
