import type { Language } from '../../../lib/languages.ts'

/** The fixed words of a receipt. */
export interface ReceiptWords {
  heading: string
  number: string
  paidOn: string
  transaction: string
  seller: string
  buyer: string
  title: string
  price: string
  discount: string
  paid: string
  subtotal: string
  total: string
  refunded: string
  remaining: string
}

export const receiptWords: Record<Language, ReceiptWords> = {
  en: {
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
    refunded: 'Refunded since',
    remaining: 'Remains paid',
  },
  de: {
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
    refunded: 'Seither erstattet',
    remaining: 'Bleibt bezahlt',
  },
}
