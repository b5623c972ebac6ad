/** Starts Openhouse on one's own machine. */
export const startCommands = `npm start   # installs, migrates, loads the demo, listens
npm test    # everything that must hold`;

/** The answer of the token exchange, shortened. */
export const exchangeAnswer = `{
  "request_id": "01JD3Q8Z6T0V5X9R2M4K7B1NCE",
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
  "request_id": "01JD3Q91W7S2C4H8Y5E6G0PAFK",
  "trace_id": "4bf92f3577b34da6a3ce929d0e0e4736",
  "business_code": "",
  "osi_request_id": "",
  "code": -3,
  "status": "err_access_token_expired",
  "cost": 0,
  "message": "The access token has expired. …",
  "data": null
}`;
