/** Returns the Message-ID of a mail (RFC 5322, 3.6.4), in the domain of its sender. */
export function messageIdOf(id: string, from: string): string {
  const [, domain = 'localhost'] = /@([^\s<>@]+)>?\s*$/.exec(from) ?? []
  return `<${id}@${domain}>`
}
