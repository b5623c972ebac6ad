import { FORM_TYPE, type SampleProgram, SECRET_VARIABLE, TOKEN_VARIABLE } from './sample-program.ts';

/** A text of Java: its escapes are those of JSON. */
const text = (value: string) => JSON.stringify(value);

const variable = (name: string) => `System.getenv().getOrDefault("${name}", "")`;

const SEND = `    /** Returns the gateway's answer; that of a refusal says what is wrong. */
    static String send(HttpRequest.Builder request) throws InterruptedException {
        try {
            return HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString()).body();
        } catch (IOException error) {
            throw new UncheckedIOException("The gateway does not answer.", error);
        }
    }`;

/** The program in Java, 17 or newer, of the standard library alone, to be run from its source. */
export function javaProgram({ exchange, call }: SampleProgram): string {
  const takesToken = exchange !== undefined && call !== undefined;
  const hasBody = exchange !== undefined || call?.mediaType !== '';
  const imports = [
    ...['java.io.IOException', 'java.io.UncheckedIOException', 'java.net.URI'],
    ...(exchange === undefined ? [] : ['java.net.URLEncoder']),
    ...['java.net.http.HttpClient', 'java.net.http.HttpRequest'],
    ...(hasBody ? ['java.net.http.HttpRequest.BodyPublishers'] : []),
    'java.net.http.HttpResponse.BodyHandlers',
    ...(exchange === undefined ? [] : ['java.nio.charset.StandardCharsets']),
    ...(takesToken ? ['java.util.regex.Matcher', 'java.util.regex.Pattern'] : []),
  ];
  return `${imports.map((name) => `import ${name};`).join('\n')}

public class Call {
${SEND}

    public static void main(String[] arguments) throws InterruptedException {
${[exchanging(exchange), takesToken && takingToken, calling(call, exchange !== undefined)].filter(Boolean).join('\n')}
    }
}`;
}

function exchanging(exchange: SampleProgram['exchange']): string | undefined {
  return (
    exchange &&
    `        String secret = URLEncoder.encode(${variable(SECRET_VARIABLE)}, StandardCharsets.UTF_8);
        String exchanged = send(HttpRequest.newBuilder(URI.create(${text(exchange.address)}))
            .header("Content-Type", "${FORM_TYPE}")
            .POST(BodyPublishers.ofString(${text(`app_key=${encodeURIComponent(exchange.appKey)}&app_secret=`)} + secret)));`
  );
}

const takingToken = `        Matcher token = Pattern.compile("\\"access_token\\":\\"([^\\"]+)\\"").matcher(exchanged);
        if (!token.find()) throw new IllegalStateException("No access token: " + exchanged);
        // Keep the token on the server until shortly before expire_at.`;

function calling(call: SampleProgram['call'], exchanges: boolean): string {
  if (call === undefined) return '        System.out.println(exchanged);';
  const { method, address, mediaType, body } = call;
  const token = exchanges ? 'token.group(1)' : variable(TOKEN_VARIABLE);
  const steps = [
    `.header("Authorization", ${token})`,
    ...(mediaType === ''
      ? []
      : [`.header("Content-Type", "${mediaType}")`, `.${method}(BodyPublishers.ofString(${text(body)}))`]),
  ];
  return `        System.out.println(send(HttpRequest.newBuilder(URI.create(${text(address)}))
${steps.map((step) => `            ${step}`).join('\n')}));`;
}
