import { z } from 'zod'
import { Day } from '../../../../lib/lists/periods.ts'
import {
  exampleIds,
  field,
  Id,
  Instant,
  line,
  Money,
  named,
  namedInput,
} from '../../../../lib/schema.ts'
import { isTaxNumber, readTaxNumber } from '../../../../lib/typed-text/tax-number.ts'
import { ReceiptTax } from '../transactions/schema.ts'

const company = field(
  line(200).nullable(),
  'Name of the company; null: receipts name none',
  'Analytical Engines GmbH',
)
const addressLines = 6
const address = field(
  z
    .string()
    .max(600)
    .overwrite((text) =>
      text
        .split(/[\r\n]+/u)
        .map(folded)
        .filter(Boolean)
        .join('\n'),
    )
    .refine((text) => text.split('\n').length <= addressLines, {
      error: `has more than ${addressLines} lines: join some`,
      params: { code: 'maxLines', limit: addressLines },
    })
    .refine((text) => !/[\p{Cs}\0]/u.test(text), 'holds characters that are not text')
    .nullable(),
  `Its address, in at most ${addressLines} lines`,
  'Dorset Street 1\n10115 Berlin',
)
const taxNumber = field(
  z
    .string()
    .max(60)
    .overwrite(readTaxNumber)
    .refine(isTaxNumber, {
      error: 'is no tax number: check its letters and digits, such as DE123456789',
      params: { code: 'taxNumber' },
    })
    .meta({ pattern: String.raw`\d` })
    .nullable(),
  'Its tax number; one that begins with a country of the EU is checked for how it is written',
  'DE123456789',
)

function folded(text: string): string {
  return text.replace(/\s+/gu, ' ').trim()
}

export const Billing = named('Billing', 'What your next receipts say about your company', {
  company,
  address,
  taxNumber,
})
export type Billing = z.infer<typeof Billing>

export const SetBillingInput = namedInput(
  'SetBillingInput',
  'What your next receipts shall say about your company',
  {
    company,
    address: address.default(null),
    taxNumber: taxNumber.default(null),
  },
)
export type SetBillingInput = z.infer<typeof SetBillingInput>

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
    company: field(
      z
        .object({
          name: field(z.string(), 'Name', 'Analytical Engines GmbH'),
          addressLines: field(z.array(z.string()), 'Lines of its address', ['Dorset Street 1']),
          taxNumber: field(z.string().nullable(), 'Tax number; null: none', 'DE123456789'),
        })
        .nullable(),
      'The company that the buyer named before the payment; null without one, and once the ' +
        'account is erased',
      {
        name: 'Analytical Engines GmbH',
        addressLines: ['Dorset Street 1', '10115 Berlin'],
        taxNumber: 'DE123456789',
      },
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
