import type { RequestHandler } from '@sveltejs/kit'
import { sessions } from '$lib/server/sessions'

export const POST: RequestHandler = ({ request }) => sessions.signIn(request)
export const DELETE: RequestHandler = ({ request }) => sessions.signOut(request)
