const RENEW = 'Renew it, and let whatever renews it also reload the server that shows it.';
const TRUST =
  "Let the server send its whole chain; name the file of an authority of your own in NODE_EXTRA_CA_CERTS, for the service's processes too.";
const CLOCK = "See this machine's clock, and from when the certificate is valid.";

/** Codes of Node.js and OpenSSL → what is wrong, and what to do. */
export const CONNECTION_FAILURES: Readonly<Record<string, readonly [says: string, mend: string]>> = {
  CERT_HAS_EXPIRED: ['its certificate has expired', RENEW],
  CERT_NOT_YET_VALID: ['its certificate is not valid yet', CLOCK],
  ERR_TLS_CERT_ALTNAME_INVALID: [
    'its certificate is for another name',
    'Name it as its certificate does, or get one for this name.',
  ],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: ['nobody this machine trusts signed its certificate', TRUST],
  UNABLE_TO_GET_ISSUER_CERT: ['nobody this machine trusts signed its certificate', TRUST],
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: ['nobody this machine trusts signed its certificate', TRUST],
  SELF_SIGNED_CERT_IN_CHAIN: ['nobody this machine trusts signed its certificate', TRUST],
  DEPTH_ZERO_SELF_SIGNED_CERT: ['nobody this machine trusts signed its certificate', TRUST],
  ERR_SSL_WRONG_VERSION_NUMBER: [
    'it does not speak TLS',
    'Name the port that does, or write http: where TLS is not meant.',
  ],
  ECONNREFUSED: ['nobody listens there', 'Start it, or name its port.'],
  ENOTFOUND: ['its name leads to no address', 'Correct the name, or add it to the DNS that this machine asks.'],
  EAI_AGAIN: ['no DNS server says where it is', 'See whether this machine reaches its DNS server.'],
};
