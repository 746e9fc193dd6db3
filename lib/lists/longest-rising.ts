/** Returns the longest subsequence of the items in which the values rise, by patience sorting. */
export function longestRising<Item>(
  items: readonly Item[],
  measure: (item: Item) => number,
): Item[] {
  interface Link {
    item: Item
    previous: Link | undefined
  }
  /** For each length, the chain that ends with the lowest value. */
  const chains: Link[] = []
  for (const item of items) {
    const [value, last] = [measure(item), chains.at(-1)]
    const length =
      last === undefined || measure(last.item) < value
        ? chains.length
        : chains.findIndex((chain) => measure(chain.item) >= value)
    chains[length] = { item, previous: chains[length - 1] }
  }

  const longest: Item[] = []
  for (let link = chains.at(-1); link !== undefined; link = link.previous) longest.push(link.item)
  return longest
}
