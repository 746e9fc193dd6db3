import type { Branding } from '../../../../content/branding/branding.ts'
import { toDisplayText } from '../../../../lib/display-text.ts'
import { formatMoney } from '../../../../lib/money.ts'
import { writeDay, writePercent } from '../../../../lib/written-facts.ts'
import { receiptTextsIn } from '../../../texts/texts.ts'
import type { Fonts } from '../fonts/runs.ts'
import type { ReceiptContent } from '../types.ts'
import { type PrintedDocument, prepareTexts } from './printed-document.ts'
import { buildPage, fillIn, headOf, readPart, type Template } from './template.ts'

const html = readPart('receipt.html')
const css = readPart('receipt.css')

export async function toPrintedReceipt(
  content: ReceiptContent,
  branding: Branding,
  fonts: Fonts,
): Promise<PrintedDocument> {
  const heading = `${receiptTextsIn(content.language).heading} ${content.number}`
  return {
    template: receiptTemplate(branding),
    documentTitle: `${heading} — ${content.issuer}`,
    pageNote: heading,
    locale: content.language,
    direction: 'ltr',
    ...(await prepareTexts(plainTexts(content, branding), content.language, fonts)),
    rows: {
      seller: content.issuerLines.length,
      buyer: companyLines(content).length,
      lines: content.lines.length,
    },
    alternatives: branding.logo === undefined ? {} : { logo: toDisplayText(content.issuer) },
    drawings: {},
  }
}

/** Returns pages of A4, as many as the lines need. */
function receiptTemplate(branding: Branding): Template {
  return {
    name: branding.logo === undefined ? 'receipt' : 'receipt with logo',
    hasPictures: branding.logo !== undefined,
    build: (font) =>
      buildPage(font, branding, { css, body: fillIn(html, { head: headOf(branding) }) }),
    fitted: [],
  }
}

function plainTexts(content: ReceiptContent, { logo }: Branding): Record<string, string> {
  const { language, total, tax, discount, refunded } = content
  const words = receiptTextsIn(language)
  const money = (amount: number) => formatMoney({ amount, currency: total.currency }, language)
  return {
    ...(logo === undefined && { organisation: content.issuer }),
    heading: words.heading,
    numberLabel: words.number,
    number: content.number,
    dateLabel: words.paidOn,
    date: writeDay(content.issuedOn, language),
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
      buyerName: content.company?.name ?? content.buyer.name,
      buyerEmail: content.buyer.email,
    }),
    ...cellsOf(
      'buyer',
      companyLines(content).map((line) => ({ line })),
    ),
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
    ...(tax !== null && {
      taxLabel: `${words.includes} ${tax.name} (${writePercent(Math.round(tax.percent * 100), language)})`,
      tax: money(tax.amount.amount),
    }),
    ...(refunded.amount > 0 && {
      refundedLabel: words.refunded,
      refunded: money(-refunded.amount),
      remainingLabel: words.remaining,
      remaining: money(total.amount - refunded.amount),
    }),
  }
}

/** Returns the lines below the company: its address, its tax number, and who bought for it. */
function companyLines({ buyer, company }: ReceiptContent): string[] {
  if (buyer === null || company === null) return []
  const { addressLines, taxNumber } = company
  return [...addressLines, ...(taxNumber === null ? [] : [taxNumber]), buyer.name]
}

/** Returns cells as `lines.0.title` and so on. */
function cellsOf(table: string, rows: readonly Record<string, string>[]): Record<string, string> {
  return Object.fromEntries(
    rows.flatMap((row, index) =>
      Object.entries(row).map(([cell, text]) => [`${table}.${index}.${cell}`, text]),
    ),
  )
}
