import { render } from '../worker/pages/render.ts'
import { type Header, siteHead, siteHeader } from '../worker/pages/site-shell.ts'

/** Puts the shared head and header into a page that is a file, at its comments `head` and `header`. */
export const withShell = (page: string, header: Header): string =>
  page.replace('<!-- head -->', () => render(siteHead)).replace('<!-- header -->', () => render(siteHeader(header)))
