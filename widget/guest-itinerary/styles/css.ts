/** Styles as text: for a stylesheet in a browser, and for a page that the service writes. */
export const css = String.raw
