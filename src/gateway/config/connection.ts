import {
  integer,
  open,
  readBaseAddress,
  readBy,
  readCertificates,
  readHeaders,
  readPair,
  withPreset,
  type Setting,
} from './readers.ts';

export const connectionSettings = {
  PORTFOLIO_SERVICE_URL: open('none: this process holds the service itself', {
    about: 'Portfolio Service to stand in front of: connected mode.',
    may: 'its base address, such as https://portfolio.example.com/api, without a name, a password or a query; what it needs besides goes into PORTFOLIO_SERVICE_HEADERS',
    secret: true,
    schema: readBy(readBaseAddress),
  }),
  PORTFOLIO_SERVICE_HEADERS: open('none', {
    about: 'Headers sent with every request to it, such as a key.',
    may: 'a JSON object of texts, such as {"Authorization":"Bearer …"}, without host, content-length, connection and transfer-encoding',
    secret: true,
    schema: readBy(readHeaders),
  }),
  PORTFOLIO_SERVICE_CA: open('the authorities that this machine trusts, alone', {
    about: 'Certificates of authorities that are trusted for it besides the usual ones.',
    may: 'the path of a PEM file of certificates that can be read',
    schema: readBy(readCertificates),
  }),
  PORTFOLIO_SERVICE_USERS_QUERY: open('none', {
    about: 'Query sent with GET /p/users, where the service needs the id of its caller.',
    may: 'a name and a value, such as customId=u1',
    secret: true,
    schema: readBy(readPair),
  }),
  PORTFOLIO_SERVICE_CONCURRENT_REQUESTS: withPreset(
    '6',
    integer('Most requests to it at once.', 1, 1000),
  ),
  PORTFOLIO_SERVICE_REQUESTS_PER_SECOND: withPreset(
    '20',
    integer('Most requests to it within a second.', 1, 10_000),
  ),
} satisfies Record<string, Setting<unknown>>;
