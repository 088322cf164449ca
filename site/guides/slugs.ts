/** Makes the anchors of a page's headings, as GitHub does. A second heading of the same text gets a number. */
export function createSlugs(): (heading: string) => string {
  const slugs = new Set<string>()
  return heading => {
    const slug = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
      .replaceAll(' ', '-')
    let unique = slug
    for (let n = 1; slugs.has(unique); n++) unique = `${slug}-${n}`
    slugs.add(unique)
    return unique
  }
}
