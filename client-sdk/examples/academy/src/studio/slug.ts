/** A readable id of a title: lower-case letters, digits and single dashes; never empty. */
export function slugOf(title: string, taken: readonly string[] = []): string {
  const plain = title.normalize('NFKD').replaceAll('ß', 'ss').toLowerCase()
  const slug = plain.replaceAll(/\p{M}/gu, '').replaceAll(/[^a-z0-9]+/g, '-')
  const base = slug.replaceAll(/^-|-$/g, '').slice(0, 60) || 'new'
  let free = base
  for (let number = 2; taken.includes(free); number++) free = `${base}-${number}`
  return free
}
