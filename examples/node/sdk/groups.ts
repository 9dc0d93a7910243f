import { thumbturn } from './thumbturn.ts'

type Employee = { userId: string; name: string; department: string; teams: string[] }

/** Copies what the personnel system says about an employee. */
export async function updateEmployee({ userId, name, department, teams }: Employee): Promise<void> {
  await thumbturn.users.setProfile(userId, { name })
  await thumbturn.users.setClaims(userId, { department })
  await thumbturn.users.setGroups(userId, { groups: teams })
}
