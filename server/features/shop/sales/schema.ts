import { z } from 'zod'
import { withPeriod } from '../../../../lib/lists/periods.ts'
import { exampleIds, field, Id, listOf, named, pageInput } from '../../../../lib/schema.ts'
import {
  namedPeriod,
  PeriodCursor,
  periodPages,
  shownPeriod,
} from '../../platform/admin/split-period.ts'

const amount = (description: string, example: number) => field(z.int(), description, example)

const sums = {
  currency: field(z.string(), 'ISO 4217', 'EUR'),
  payments: field(z.int(), 'Number of payments', 12),
  gross: amount("Before discounts, in the currency's smallest unit", 34_800),
  discount: amount('Discounts from coupons', 2_900),
  paid: amount('Amount of the payments', 31_900),
  refunds: field(z.int(), 'Number of refunds and lost disputes', 1),
  refunded: amount('Amount of the refunds and lost disputes', 2_900),
  net: amount('`paid` less `refunded`; below zero if more went out than came in', 29_000),
  tax: amount('Tax that `net` includes, as far as receipts name one', 4_630),
}

export const SalesTotal = named('SalesTotal', 'Payments and refunds in one currency', sums)
export type SalesTotal = z.infer<typeof SalesTotal>

export const TaxTotal = named(
  'TaxTotal',
  'Sales that include one tax at one rate, in one currency',
  {
    name: field(z.string(), 'Name of the tax', 'VAT'),
    percent: field(z.number(), 'Rate of the tax in percent', 19),
    ...sums,
  },
)

export const SalesPeriodInput = withPeriod({})
export type SalesPeriodInput = z.infer<typeof SalesPeriodInput>

export const SalesReport = named('SalesReport', 'Sales in a period', {
  ...shownPeriod,
  totals: z.array(SalesTotal).describe('One for each currency, in alphabetical order'),
  taxes: z
    .array(TaxTotal)
    .describe('One for each tax, rate and currency. Sales without a tax are left out'),
})
export type SalesReport = z.infer<typeof SalesReport>

export const ListCourseSalesInput = withPeriod(pageInput)
export type ListCourseSalesInput = z.infer<typeof ListCourseSalesInput>

export const CourseSales = named('CourseSales', 'Sales of a course in a period', {
  course: z
    .object({
      id: field(Id, 'The course', exampleIds.course),
      slug: field(z.string(), 'Its slug', 'course-player'),
      title: field(
        z.string().nullable(),
        'Its present title; null before it is published',
        'Building a course player',
      ),
    })
    .nullable()
    .describe('Null for money that a payment provider took back and nobody has assigned'),
  totals: z.array(SalesTotal).describe('One for each currency'),
})
export type CourseSales = z.infer<typeof CourseSales>

export const CourseSalesList = listOf(
  CourseSales,
  'Courses with sales in a period, in the order in which they were created',
)
export type CourseSalesList = z.infer<typeof CourseSalesList>

export const ListPeriodSalesInput = withPeriod(periodPages)
export type ListPeriodSalesInput = z.infer<typeof ListPeriodSalesInput>

export const PeriodSales = named(
  'PeriodSales',
  'Sales of a day or a month, as far as it was asked for',
  {
    ...namedPeriod,
    totals: z.array(SalesTotal).describe('One for each currency; none without sales'),
  },
)
export type PeriodSales = z.infer<typeof PeriodSales>

export const PeriodSalesList = named(
  'PeriodSalesList',
  'All days or months of a period, oldest first, also those without sales',
  {
    items: z.array(PeriodSales).describe('The days or months of this page'),
    nextCursor: PeriodCursor,
  },
)
export type PeriodSalesList = z.infer<typeof PeriodSalesList>
