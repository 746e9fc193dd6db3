/** Text in which the paths of files are the addresses that they have now. */
export function withAddresses(text: string, addressOf: (path: string) => string | undefined) {
  return text.replaceAll(/\]\(([^)\s]+)/g, (all, path) => {
    const address = addressOf(path)
    return address === undefined ? all : `](${address}`
  })
}
