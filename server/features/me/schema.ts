import { z } from 'zod'
import { Instant } from '../../schema.ts'
import { Account } from '../auth/schema.ts'
import { Certificate } from '../certificates/schema.ts'

export const Me = Account.extend({
  createdAt: Instant.describe('When the account was made'),
  certificates: z.array(Certificate).describe('The newest hundred'),
}).meta({ id: 'Me', description: 'My profile' })
export type Me = z.infer<typeof Me>
