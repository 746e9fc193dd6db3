import type { ReceiptTexts } from '../types.ts'

export const receipt: ReceiptTexts = {
  heading: 'Receipt',
  number: 'Receipt number',
  paidOn: 'Paid on',
  transaction: 'Transaction',
  seller: 'Sold by',
  buyer: 'Bought by',
  title: 'Course',
  price: 'Price',
  discount: 'Discount',
  paid: 'Paid',
  subtotal: 'Before discount',
  total: 'Total paid',
  includes: 'Includes',
  refunded: 'Refunded',
  remaining: 'Net paid',
}
