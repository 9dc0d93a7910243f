import type { Handle } from '@sveltejs/kit'
import { sessions } from '$lib/server/sessions'

/** Keeps a session alive while it is used. */
export const handle: Handle = async ({ event, resolve }) => sessions.renew(event.request, await resolve(event))
