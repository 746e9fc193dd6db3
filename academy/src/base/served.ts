const root = document.getElementById('root')

/** What the server wrote into the document: pages show it until they know more. */
export const served = {
  school: document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content,
  logo: root?.querySelector('img')?.src,
}

const title = root?.querySelector('h1')?.textContent ?? undefined
const lead = root?.querySelector('h1 + p')?.textContent ?? undefined
const { pathname } = location

/** Returns the title and the lead of the page that was asked for first, while it is shown. */
export function servedPage(): { title?: string | undefined; lead?: string | undefined } {
  return location.pathname === pathname ? { title, lead } : {}
}
