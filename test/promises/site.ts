/** What the pages of the service promise: home, documentation, `/embed`, status. */
export const SITE: Readonly<Record<string, string>> = {
  'SITE-1':
    '`GET /status` needs no credential. It is a page for a client that prefers HTML, and JSON for any other: the version, and whether the databases respond.',
  'SITE-2': '`GET /status` is 503 in both forms while a database fails, and names no cause.',
  'SITE-3': '`GET /status` has the rate limit of `healthdb`, and shares its probes.',
  'SITE-4':
    'Home, documentation, `/embed`, status and the receiver of `npm start` have the same fonts, colours and radii, and one header.',
  'SITE-5': 'What a finger touches on these pages is at least 44 pixels wide and tall, except links within a sentence.',
  'SITE-6':
    'The home page shows a sample stay, has commands that work as they are copied, and says to a guest what to do.',
  'SITE-7':
    'An address that nothing serves is 404: a page with the search for a client that prefers HTML, and JSON for any other. Below `/api`, `/admin`, `/oauth` and `/.well-known` it is always JSON.',
  'SITE-8': 'A page of the documentation with a slash at the end of its address redirects to its own address.',
  'SITE-60':
    'The service has the WordPress plugin, and the client with the command line, for download. npm installs the client from its address without a registry, and `npx` runs its command.',
  'SITE-70': 'The receiver of `npm start` shows a row an event, opens it on press, and filters the rows by type.',
  'SITE-71':
    'The demo hotel’s page shows the stay on the first screen of a phone, and how to call the hotel where there is no stay to show.',
  'SITE-72': 'The reference describes each field of the setup, in requests and in responses.',
  'SITE-73': '`/embed` gives WordPress the block with the chosen colours, corners, parts and words.',
  'SITE-74':
    '`/embed` has a message for the operator: the address of the hotel’s page, or the look, and the command that stores it.',
  'SITE-75':
    '`/embed` shows the stay before it, on arrival, now, on the last day, after it, cancelled and without plans, with what was chosen. axe finds nothing in any of them.',
  'SITE-76': 'What is switched on `/embed` is scrolled into the previews.',
  'SITE-77': 'Home, documentation, `/embed` and status load without a layout shift.',
}
