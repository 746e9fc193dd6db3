import { closedPeriodOf } from '../../features/platform/admin/split-period.ts'
import { writeSalesCsv } from '../../features/shop/sales/list-movements.ts'
import { SalesPeriodInput } from '../../features/shop/sales/schema.ts'
import { csvFile } from './csv-files.ts'

/** All movements of money in a period, for those who may read money. */
export const movementsFile = csvFile({
  route: 'GET /api/v1/admin/sales/movements.csv',
  sdkName: 'admin.sales.movementsCsv',
  tag: 'admin-sales',
  needs: { permission: 'money:read' },
  limits: ['salesReportsPerAccount'],
  summary: 'Download the movements of money in a period as CSV',
  description:
    'A line for each payment, refund and lost dispute, oldest first, and below them what is left ' +
    'in each currency. Amounts are decimals, below zero for what goes out; times are UTC. ' +
    'Without `to` the period ends today, without `from` it begins on the first of the month in ' +
    'which it ends.',
  input: SalesPeriodInput,
  example:
    'at,kind,receipt,transaction,currency,gross,discount,amount,tax\r\n' +
    '2026-11-21T09:30:00.000Z,payment,2026-000042,019a9c40-12d3-7f6b-9e84-5c1a7b3d8f04,EUR,' +
    '29.00,0.00,29.00,4.63\r\n,total,,,EUR,,,29.00,4.63\r\n',
  fileName: ({ from, to }) => `${['sales', from, to].filter(Boolean).join('-')}.csv`,
  write: (ctx, input) => writeSalesCsv(ctx, closedPeriodOf(input, ctx)),
})
