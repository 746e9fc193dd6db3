import type { z } from 'zod'
import { listOf } from '../../../../lib/schema.ts'
import { Session } from '../me/schema.ts'

const UserSession = Session.omit({ current: true }).meta({
  id: 'UserSession',
  description: 'A sign-in of the user that has not ended',
})

export const UserSessionList = listOf(UserSession, 'Sessions of a user, newest first')
export type UserSessionList = z.infer<typeof UserSessionList>
