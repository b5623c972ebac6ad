/** Id of a row, in digits. Every number of 18 digits fits PostgreSQL's bigint; some of 19 do not, and would be an error there. */
export const ROW_ID_PATTERN = '^[1-9][0-9]{0,17}$';
