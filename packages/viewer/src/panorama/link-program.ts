/** @throws Where the shaders do not compile or fit each other; a lost context makes a program that draws nothing. */
export function linkProgram(gl: WebGL2RenderingContext, vertices: string, pixels: string): WebGLProgram {
  const program = gl.createProgram();
  for (const [type, source] of [
    [gl.VERTEX_SHADER, vertices],
    [gl.FRAGMENT_SHADER, pixels],
  ] as const) {
    const shader = gl.createShader(type);
    if (shader === null) continue;
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost()) {
    throw new Error(`Shaders do not link: ${gl.getProgramInfoLog(program)}`);
  }
  return program;
}
