/** Returns where a learner comes back to, with the outcome of the checkout. */
export function returnUrlFor(
  returnUrl: string,
  transactionId: string,
  checkout: 'done' | 'canceled',
): string {
  const url = new URL(returnUrl)
  url.searchParams.set('transaction', transactionId)
  url.searchParams.set('checkout', checkout)
  return url.href
}
