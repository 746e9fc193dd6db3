import { z } from 'zod'
import { exampleIds, Id, Instant, Money } from '../../lib/schema.ts'

export const Receipt = z
  .object({
    number: z
      .string()
      .meta({ description: 'Year and number, without a gap', examples: ['2026-000042'] }),
    issuedAt: Instant.describe('When the money arrived'),
    transactionId: Id.meta({ description: 'The transaction', examples: [exampleIds.transaction] }),
    issuer: z.string().meta({ description: 'Who sold', examples: ['Lyceum'] }),
    issuerLines: z
      .array(z.string().meta({ description: 'A line', examples: ['1 Academy Road, Athens'] }))
      .meta({
        description: 'What stands below, like an address and a tax number',
        examples: [['1 Academy Road, Athens']],
      }),
    buyer: z
      .object({
        name: z.string().meta({ description: 'Name', examples: ['Ada Lovelace'] }),
        email: z.string().meta({ description: 'Email', examples: ['ada@example.com'] }),
      })
      .nullable()
      .meta({
        description: 'Who bought, as the profile said then; null once the account is erased',
        examples: [{ name: 'Ada Lovelace', email: 'ada@example.com' }],
      }),
    lines: z
      .array(
        z.object({
          title: z.string().meta({
            description: 'Title when it was bought',
            examples: ['Building a course player'],
          }),
          price: Money.describe('Before the discount'),
          discount: Money.describe('What a coupon took off'),
          paid: Money.describe('What was charged'),
        }),
      )
      .describe('What was bought'),
    discount: Money.describe('What a coupon took off'),
    total: Money.describe('What was paid'),
    refunded: Money.describe('What has been paid back since'),
    pdfUrl: z.url().meta({
      description: 'The same as a PDF, for the same callers: it takes the same token',
      examples: [
        `https://learn.lyceum.test/api/v1/transaction/${exampleIds.transaction}/receipt.pdf`,
      ],
    }),
  })
  .meta({ id: 'Receipt', description: 'Says that a payment has arrived, and what for' })
export type Receipt = z.infer<typeof Receipt>
