import { z } from 'zod'

export const taxSettings = {
  TAX_NAME: z
    .string()
    .trim()
    .max(40)
    .optional()
    .describe(
      'Name of the tax that all prices include, such as VAT; printed on receipts from then on. ' +
        'Needs TAX_RATE',
    ),
  TAX_RATE: z
    .string()
    .trim()
    .regex(/^\d{1,2}(\.\d{1,2})?$/, 'must be a percentage like 19 or 8.25, below 100')
    .transform((percent) => Math.round(Number(percent) * 100))
    .optional()
    .describe(
      'Rate of that tax in percent, with at most two decimals, such as 19 or 8.25. Receipts keep ' +
        'the rate that they were issued with. Needs TAX_NAME',
    ),
}

/** A tax that prices include. */
export interface Tax {
  name: string
  /** Rate in hundredths of a percent. */
  rate: number
}

type TaxSettings = z.infer<z.ZodObject<typeof taxSettings>>

export function readTax({ TAX_NAME: name, TAX_RATE: rate }: TaxSettings): Tax | undefined {
  return name === undefined || rate === undefined ? undefined : { name, rate }
}

export function taxProblems({ TAX_NAME: name, TAX_RATE: rate }: TaxSettings): string[] {
  if (name !== undefined && rate === undefined) return ['TAX_RATE: required with TAX_NAME']
  if (rate !== undefined && name === undefined) return ['TAX_NAME: required with TAX_RATE']
  return []
}
