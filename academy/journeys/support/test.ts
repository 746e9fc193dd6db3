import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import type { Account } from './school.ts'

/** A page that fails the journey on any complaint: errors, the policy, missing files. */
export const test = base.extend({
  page: async ({ page }, use) => {
    const complaints = complaintsOf(page)
    await use(page)
    expect(complaints).toEqual([])
  },
})

export { expect }

/** Collects script errors and policy violations; a refused call is neither. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    const isRefusal = /^Failed to load resource/.test(message.text())
    if (message.type() === 'error' && !isRefusal) complaints.push(message.text())
  })
  return complaints
}

/** Opens a page as somebody who is already signed in. */
export async function openAs(page: Page, account: Account | undefined, path: string) {
  if (account !== undefined) {
    await page.goto('/robots.txt')
    await page.evaluate((value) => localStorage.setItem('lyceum.token', value), account.token)
  }
  await page.goto(path)
}

/** Waits until nothing loads or moves any more. */
export async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await expect(page.getByText('Loading …')).toHaveCount(0)
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
}

/** Lists the page's accessibility violations, by rule. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160)}`)
}

/** Takes a named screenshot: the README and the docs show some of them. */
export async function picture(page: Page, name: string): Promise<void> {
  const { SCREENSHOTS = 'test-results' } = process.env
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), animations: 'disabled' })
}
