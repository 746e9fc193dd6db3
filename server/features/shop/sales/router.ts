import { adminProcedure, router } from '../../../trpc.ts'
import { reportCourseSales, reportSales, reportSalesByPeriod } from './report-sales.ts'
import * as schema from './schema.ts'

const aboutPeriods =
  'Without `to` the period ends today, without `from` it begins on the first of the month in ' +
  'which it ends.'

/** Procedures for the area `admin.sales`. */
export const salesRouter = router({
  report: adminProcedure('money:read')
    .meta({
      route: 'GET /api/v1/admin/sales',
      summary: 'Add up the sales of a period',
      description:
        'Payments count when they arrive, refunds when the provider has paid them, and disputes ' +
        `when they are lost. ${aboutPeriods} \`GET /api/v1/admin/sales/movements.csv\` lists the ` +
        'movements.',
      limits: ['salesReportsPerAccount'],
    })
    .input(schema.SalesPeriodInput)
    .output(schema.SalesReport)
    .query(({ ctx, input }) => reportSales(ctx, input)),

  courses: adminProcedure('money:read')
    .meta({
      route: 'GET /api/v1/admin/sales/courses',
      summary: 'Add up the sales of each course',
      description:
        'Money that a payment provider took back counts for the lines that it is booked on. ' +
        aboutPeriods,
      limits: ['salesReportsPerAccount'],
    })
    .input(schema.ListCourseSalesInput)
    .output(schema.CourseSalesList)
    .query(({ ctx, input }) => reportCourseSales(ctx, input)),

  periods: adminProcedure('money:read')
    .meta({
      route: 'GET /api/v1/admin/sales/periods',
      summary: 'Add up the sales of each day or month',
      description: `Days and months begin and end in \`timeZone\`. ${aboutPeriods}`,
      limits: ['salesReportsPerAccount'],
    })
    .input(schema.ListPeriodSalesInput)
    .output(schema.PeriodSalesList)
    .query(({ ctx, input }) => reportSalesByPeriod(ctx, input)),
})
