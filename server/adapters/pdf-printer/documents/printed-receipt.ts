import { formatMoney } from '../../../lib/money.ts'
import { type Branding, defaultBranding } from '../branding.ts'
import type { ReceiptContent } from '../types.ts'
import { type PrintedDocument, setTexts, writeDate } from './printed-document.ts'
import { receiptPaper } from './receipt-template.ts'
import { receiptWords } from './receipt-words.ts'

/** Writes the receipt out as it will stand on paper. */
export async function toPrintedReceipt(
  content: ReceiptContent,
  branding: Branding = defaultBranding,
): Promise<PrintedDocument> {
  const heading = `${receiptWords[content.language].heading} ${content.number}`
  return {
    paper: receiptPaper(branding),
    documentTitle: `${heading} — ${content.issuer}`,
    pageNote: heading,
    locale: content.language,
    direction: 'ltr',
    ...(await setTexts(plainTexts(content, branding), content.language)),
    rows: { seller: content.issuerLines.length, lines: content.lines.length },
    drawings: {},
  }
}

function plainTexts(content: ReceiptContent, { logo }: Branding): Record<string, string> {
  const { language, total, discount, refunded } = content
  const words = receiptWords[language]
  const money = (amount: number) => formatMoney({ amount, currency: total.currency }, language)
  return {
    ...(logo === undefined && { organisation: content.issuer }),
    heading: words.heading,
    numberLabel: words.number,
    number: content.number,
    dateLabel: words.paidOn,
    date: writeDate(content.issuedAt, language),
    transactionLabel: words.transaction,
    transaction: content.transactionId,
    sellerLabel: words.seller,
    sellerName: content.issuer,
    ...cellsOf(
      'seller',
      content.issuerLines.map((line) => ({ line })),
    ),
    ...(content.buyer !== null && {
      buyerLabel: words.buyer,
      buyerName: content.buyer.name,
      buyerEmail: content.buyer.email,
    }),
    titleHead: words.title,
    priceHead: words.price,
    discountHead: words.discount,
    paidHead: words.paid,
    ...cellsOf(
      'lines',
      content.lines.map(({ title, price, discount, paid }) => ({
        title,
        price: money(price.amount),
        paid: money(paid.amount),
        discount: discount.amount === 0 ? '' : money(-discount.amount),
      })),
    ),
    ...(discount.amount > 0 && {
      subtotalLabel: words.subtotal,
      subtotal: money(total.amount + discount.amount),
      discountLabel: words.discount,
      discount: money(-discount.amount),
    }),
    totalLabel: `${words.total} (${total.currency})`,
    total: money(total.amount),
    ...(refunded.amount > 0 && {
      refundedLabel: words.refunded,
      refunded: money(-refunded.amount),
      remainingLabel: words.remaining,
      remaining: money(total.amount - refunded.amount),
    }),
  }
}

/** `lines.0.title` and so on. */
function cellsOf(table: string, rows: readonly Record<string, string>[]): Record<string, string> {
  return Object.fromEntries(
    rows.flatMap((row, index) =>
      Object.entries(row).map(([cell, text]) => [`${table}.${index}.${cell}`, text]),
    ),
  )
}
