/** One request to a mock AWS. moto reads service and region from the signature's scope and checks no signature. */

export interface Scope {
  readonly endpoint: string;
  readonly region: string;
  readonly service: string;
}

/** A call of the older protocol: a form is sent, XML comes back. */
export const query = (scope: Scope, form: Readonly<Record<string, string>>): Promise<string> =>
  post(scope, new URLSearchParams(form).toString(), {
    'content-type': 'application/x-www-form-urlencoded',
  });

/** A call of the newer protocol: JSON both ways, the operation in a header. */
export async function json(
  scope: Scope,
  operation: string,
  body: unknown,
): Promise<Readonly<Record<string, unknown>>> {
  const answer = await post(scope, JSON.stringify(body), {
    'content-type': 'application/x-amz-json-1.0',
    'x-amz-target': operation,
  });
  return answer === '' ? {} : (JSON.parse(answer) as Record<string, unknown>);
}

/** The text of an element of an answer. */
export function element(xml: string, name: string): string {
  const text = new RegExp(`<${name}>([^<]+)<`).exec(xml)?.[1];
  if (text === undefined) throw new Error(`no ${name} in ${xml}`);
  return text;
}

async function post(
  { endpoint, region, service }: Scope,
  body: string,
  headers: Readonly<Record<string, string>>,
): Promise<string> {
  const scope = `test/20250101/${region}/${service}/aws4_request`;
  const authorization = `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=host, Signature=none`;
  const response = await fetch(endpoint, {
    method: 'POST',
    body,
    headers: { authorization, ...headers },
  });
  const text = await response.text();
  if (response.ok) return text;
  throw new Error(`${service} answered ${response.status} to ${body}: ${text}`);
}
