/** Promises about the npm client. An id is stable, and is not used again for another promise. */
export const CLIENT = {
  'CLIENT-1': 'All calls share one token. It is renewed a minute before its end, and once after a 401.',
  'CLIENT-2':
    'A write with an identity is made once, whenever its connection breaks: each attempt has the same key and body.',
  'CLIENT-3':
    'A request is repeated three times after 429, 502, 503, 504, a broken connection and a time-out, and never before `Retry-After`.',
  'CLIENT-4': 'An attempt and a call have a time limit. A signal ends a call at any point.',
  'CLIENT-5': 'A call that fails rejects with an InnletError: status, code, errors, requestId, retryable.',
  'CLIENT-6': 'A list yields each element once, and requests a page when it is needed.',
  'CLIENT-7':
    'Changes and events continue where a loop stopped. Events that are not kept any more are an error that says how to rebuild.',
  'CLIENT-8': 'A read has the bookmark of the last write, so that it is no older.',
  'CLIENT-9':
    'verifyWebhook accepts a signature of v1 or v1a that is valid and at most five minutes old, and nothing else.',
  'CLIENT-10': 'A browser cannot have a secret or an API key.',
  'CLIENT-11':
    'The package has no dependency and at most 8,000 bytes, and its types are those of the contracts, in TypeScript 5 and 7.',
  'CLIENT-42':
    'It uses no function that Chrome 109, Firefox 115, Safari 16.4, React Native or a page without TLS lacks.',
} as const
