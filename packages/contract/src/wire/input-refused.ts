/** What is wrong with the input of a call. The message never repeats a value. */
export class InputRefused extends Error {
  override readonly name = 'InputRefused';
  readonly status: 'err_parameter_invalid' | 'err_parse_resource_code_failed' | 'err_unsupported_media_type';
  /** Name of the parameter, as the contract spells it. */
  readonly parameter: string | undefined;

  constructor(status: InputRefused['status'], message: string, parameter?: string) {
    super(message);
    this.status = status;
    this.parameter = parameter;
  }
}
