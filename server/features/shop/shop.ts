import { router } from '../../trpc.ts'
import { cartRouter } from './cart/router.ts'
import { checkoutProcedures } from './checkout/router.ts'
import { adminCouponsRouter } from './coupons/router.ts'
import { adminPaymentProcedures, paymentProcedures } from './payments/router.ts'
import { couponsRouter } from './quotes/router.ts'
import { adminReceiptProcedures, receiptProcedures } from './receipts/router.ts'
import { salesRouter } from './sales/router.ts'
import { adminTransactionProcedures } from './transactions/admin/router.ts'
import { transactionProcedures } from './transactions/router.ts'

export const shop = {
  routers: {
    cart: cartRouter,
    coupons: couponsRouter,
    transactions: router({
      ...checkoutProcedures,
      ...transactionProcedures,
      ...receiptProcedures,
      ...paymentProcedures,
    }),
  },
  admin: {
    coupons: adminCouponsRouter,
    sales: salesRouter,
    transactions: router({
      ...adminTransactionProcedures,
      ...adminPaymentProcedures,
      ...adminReceiptProcedures,
    }),
  },
}
