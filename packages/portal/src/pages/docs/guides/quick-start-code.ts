/** Starts Openhouse on one's own machine. */
export const startCommands = `npm start   # installs, migrates, loads the demo, listens
npm test    # everything that must hold`;

/** The answer of the token exchange, shortened. */
export const exchangeAnswer = `{
  "request_id": "2f6c0a9e-8d41-4b53-9c7a-5e1d0b3f4a68",
  "code": 0,
  "status": "success",
  "cost": 4,
  "data": {
    "access_token": "oht_…",
    "expire_at": 1793577600
  }
}`;

/** A failure of the gateway: HTTP 401 with the same envelope. */
export const failureAnswer = `{
  "request_id": "b84c4886-2188-4da2-9e1b-0ab494c4e606",
  "trace_id": "4bf92f3577b34da6a3ce929d0e0e4736",
  "business_code": "",
  "osi_request_id": "",
  "code": -3,
  "status": "err_access_token_expired",
  "cost": 0,
  "message": "The access token has expired. …",
  "data": null
}`;
