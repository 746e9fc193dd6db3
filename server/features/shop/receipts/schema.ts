import { z } from 'zod'
import { Day } from '../../../../lib/lists/periods.ts'
import { exampleIds, field, Id, Instant, Money, named } from '../../../../lib/schema.ts'

const ReceiptTax = z.object({
  name: field(z.string(), 'Name of the tax', 'VAT'),
  percent: field(z.number(), 'Rate of the tax in percent', 19),
  amount: Money.describe('The sum of the tax of all lines, each rounded to the nearest unit'),
})

export const Receipt = named(
  'Receipt',
  'Confirms that a payment has arrived, and what it was for',
  {
    number: field(z.string(), 'Year and number; numbers have no gaps within a year', '2026-000042'),
    issuedAt: Instant.describe('When the money arrived'),
    issuedOn: field(
      Day,
      "The day of that in the school's time zone as it was then; its year is that of the number",
      '2026-11-21',
    ),
    transactionId: field(Id, 'The transaction', exampleIds.transaction),
    issuer: field(z.string(), 'The seller', 'Lyceum'),
    issuerLines: field(
      z.array(field(z.string(), 'One line', '1 Academy Road, Athens')),
      'Lines below the seller, such as a postal address and a tax number',
      ['1 Academy Road, Athens'],
    ),
    buyer: field(
      z
        .object({
          name: field(z.string(), 'Name', 'Ada Lovelace'),
          email: field(z.string(), 'Email', 'ada@example.com'),
        })
        .nullable(),
      'The buyer, from the profile at the time of the payment; null once the account is erased',
      { name: 'Ada Lovelace', email: 'ada@example.com' },
    ),
    lines: z
      .array(
        z.object({
          title: z.string().meta({
            description: 'Title of the course when it was bought',
            examples: ['Building a course player'],
          }),
          price: Money.describe('Before the discount'),
          discount: Money.describe('Discount from a coupon'),
          paid: Money.describe('Amount charged'),
          tax: Money.nullable().describe('Tax that this amount includes; null where there is none'),
        }),
      )
      .describe('The courses bought'),
    discount: Money.describe('Discount from a coupon'),
    total: Money.describe('Amount paid'),
    tax: ReceiptTax.nullable().describe(
      'The tax that the total includes; null where the service named none at that time',
    ),
    refunded: Money.describe('Amount refunded since'),
    pdfUrl: field(
      z.url(),
      'This receipt as a PDF; it takes the same token',
      `https://learn.lyceum.test/api/v1/transaction/${exampleIds.transaction}/receipt.pdf`,
    ),
  },
)
export type Receipt = z.infer<typeof Receipt>
