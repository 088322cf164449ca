/** Tells the author of a page why its frame shows nothing. */
export function tellLostInFrame(): void {
  console.error(
    'innlet: this frame does not have the address of the page, and so no link to a stay. Put the element into the page itself, or set its attribute token.',
  )
}
