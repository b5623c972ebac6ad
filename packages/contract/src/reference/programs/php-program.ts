import { FORM_TYPE, type SampleProgram, SECRET_VARIABLE, TOKEN_VARIABLE } from './sample-program.ts';

const text = (value: string) => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

const SEND = `/** Returns the gateway's answer; that of a refusal says what is wrong. */
function send(string $method, string $address, array $header, string $content): string
{
    $answer = file_get_contents($address, false, stream_context_create(['http' => [
        'method' => $method,
        'header' => $header,
        'content' => $content,
        'ignore_errors' => true,
        // A redirect would take what is sent to another address.
        'follow_location' => 0,
    ]]));
    if ($answer === false) {
        exit(1); // PHP has said why.
    }
    return $answer;
}`;

/** The program in PHP, 8.0 or newer, without extensions. */
export function phpProgram({ exchange, call }: SampleProgram): string {
  const parts = [exchanging(exchange), exchange && call && takingToken, calling(call, exchange !== undefined)];
  return `<?php
${SEND}

${parts.filter(Boolean).join('\n')}`;
}

function exchanging(exchange: SampleProgram['exchange']): string | undefined {
  return (
    exchange &&
    `$form = http_build_query([
    'app_key' => ${text(exchange.appKey)},
    'app_secret' => (string) getenv('${SECRET_VARIABLE}'),
]);
$exchanged = send('POST', ${text(exchange.address)}, ['Content-Type: ${FORM_TYPE}'], $form);`
  );
}

const takingToken = `$token = json_decode($exchanged, true)['data']['access_token'] ?? null;
if ($token === null) {
    fwrite(STDERR, "No access token: $exchanged\\n");
    exit(1);
}
// Keep the token on the server until shortly before expire_at.`;

function calling(call: SampleProgram['call'], exchanges: boolean): string {
  if (call === undefined) return 'echo $exchanged;';
  const token = exchanges ? '"Authorization: $token"' : `'Authorization: ' . getenv('${TOKEN_VARIABLE}')`;
  const type = call.mediaType === '' ? '' : `, 'Content-Type: ${call.mediaType}'`;
  return `$header = [${token}${type}];
echo send('${call.method}', ${text(call.address)}, $header, ${text(call.body)});`;
}
