import type { ReactNode } from 'react'

export const metadata = { title: 'Lyceum' }

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <h1>Lyceum</h1>
        {children}
      </body>
    </html>
  )
}
