import { Page } from '../../ui/page.tsx'

export function CheckoutPage() {
  return <Page title="CheckoutPage">{null}</Page>
}
