import type { RequestHandler } from '@sveltejs/kit'
import { sessions } from '$lib/server/sessions'

const respond = sessions.withSession((_request, { session }) => Response.json({ username: session.username }))

export const GET: RequestHandler = ({ request }) => respond(request)
