import type { ServerLoad } from '@sveltejs/kit'
import { sessions } from '$lib/server/sessions'

export const load: ServerLoad = async ({ request }) => ({ username: (await sessions.get(request))?.username })
