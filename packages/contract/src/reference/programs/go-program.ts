import { FORM_TYPE, type SampleProgram, SECRET_VARIABLE, TOKEN_VARIABLE } from './sample-program.ts';

/** A text of Go; one in backquotes is easier to read, and can hold neither a backquote nor a carriage return. */
const text = (value: string) => (/["\\]/.test(value) && !/[`\r]/.test(value) ? `\`${value}\`` : JSON.stringify(value));

const SEND = `// send returns the gateway's answer; that of a refusal says what is wrong.
func send(method, address string, header http.Header, body string) []byte {
	request, err := http.NewRequest(method, address, strings.NewReader(body))
	if err != nil {
		log.Fatal(err)
	}
	request.Header = header
	// A redirect is not followed: it would take what is sent to another address.
	answer, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		log.Fatal(err)
	}
	defer answer.Body.Close()
	content, err := io.ReadAll(answer.Body)
	if err != nil {
		log.Fatal(err)
	}
	return content
}`;

/** The program in Go, 1.18 or newer, of the standard library alone. */
export function goProgram({ exchange, call }: SampleProgram): string {
  const imports = [
    ...(exchange !== undefined && call !== undefined ? ['encoding/json'] : []),
    ...['io', 'log', 'net/http'],
    ...(exchange === undefined ? [] : ['net/url']),
    ...['os', 'strings'],
  ];
  return `package main

import (
${imports.map((name) => `\t"${name}"`).join('\n')}
)

${SEND}

func main() {
${[exchanging(exchange), exchange && call && takingToken, calling(call, exchange !== undefined)].filter(Boolean).join('\n')}
}`;
}

function exchanging(exchange: SampleProgram['exchange']): string | undefined {
  return (
    exchange &&
    `	form := url.Values{
		"app_key":    {${text(exchange.appKey)}},
		"app_secret": {os.Getenv("${SECRET_VARIABLE}")},
	}
	exchanged := send("POST", ${text(exchange.address)},
		http.Header{"Content-Type": {"${FORM_TYPE}"}}, form.Encode())`
  );
}

const takingToken = `	var token struct {
		Data struct {
			AccessToken string \`json:"access_token"\`
		} \`json:"data"\`
	}
	if err := json.Unmarshal(exchanged, &token); err != nil || token.Data.AccessToken == "" {
		log.Fatalf("No access token: %s", exchanged)
	}
	// Keep the token on the server until shortly before expire_at.`;

function calling(call: SampleProgram['call'], exchanges: boolean): string {
  if (call === undefined) return '\tos.Stdout.Write(exchanged)';
  const token = exchanges ? 'token.Data.AccessToken' : `os.Getenv("${TOKEN_VARIABLE}")`;
  const type = call.mediaType === '' ? '' : `, "Content-Type": {"${call.mediaType}"}`;
  return `	header := http.Header{"Authorization": {${token}}${type}}
	os.Stdout.Write(send("${call.method}", ${text(call.address)}, header, ${text(call.body)}))`;
}
