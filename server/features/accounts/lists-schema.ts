import { z } from 'zod'
import { exampleIds, Id, Instant, pageOf } from '../../lib/schema.ts'
import { Session } from '../me/schema.ts'

const UserSession = Session.omit({ current: true }).meta({
  id: 'UserSession',
  description: 'A sign-in of the user that has not ended',
})

export const UserSessionList = pageOf(UserSession).meta({
  id: 'UserSessionList',
  description: 'Sessions of a user, newest first',
})
export type UserSessionList = z.infer<typeof UserSessionList>

const UserEvent = z
  .object({
    id: Id.meta({ description: 'Id of the event', examples: [exampleIds.session] }),
    at: Instant.describe('When it happened'),
    event: z.string().meta({ description: 'What happened', examples: ['role-changed'] }),
    actor: z.string().meta({
      description:
        'The person or program that did it: `user:ID`, `key:ID`, `operator:NAME`, `service`, or ' +
        '`anyone` for a stranger',
      examples: [`user:${exampleIds.user}`],
    }),
    ip: z
      .string()
      .nullable()
      .meta({
        description: 'IP address of the request: IPv4, or the /64 of IPv6; null if there was none',
        examples: ['203.0.113.7'],
      }),
    details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).meta({
      description: 'Further facts; of a change, what was before and after',
      examples: [{ 'before.role': 'learner', 'after.role': 'support' }],
    }),
  })
  .meta({ id: 'UserEvent', description: 'An event recorded about the account' })

export const UserEventList = pageOf(UserEvent).meta({
  id: 'UserEventList',
  description: 'Recorded events about an account, newest first',
})
export type UserEventList = z.infer<typeof UserEventList>
