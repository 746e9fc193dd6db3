import type { ReceiptTexts } from '../types.ts'

export const receipt: ReceiptTexts = {
  heading: 'Quittung',
  number: 'Quittungsnummer',
  paidOn: 'Bezahlt am',
  transaction: 'Transaktion',
  seller: 'Verkauft von',
  buyer: 'Gekauft von',
  title: 'Kurs',
  price: 'Preis',
  discount: 'Rabatt',
  paid: 'Bezahlt',
  subtotal: 'Vor Rabatt',
  total: 'Bezahlt insgesamt',
  includes: 'Darin enthalten',
  refunded: 'Seither erstattet',
  remaining: 'Bleibt bezahlt',
}
