/*
 * Emscripten's bindings write the functions that call into WebAssembly as text and compile them with `Function`, which strict
 * policies refuse. These do the same without.
 */

/** The places in the script, and what stands there instead. */
const INSTEAD = [
  {
    place:
      'let[args,invokerFnBody]=createJsInvoker(argTypes,isClassMethodFunc,returns,isAsync);args.push(invokerFnBody);var invokerFn=newFunc(Function,args)(...closureArgs);',
    instead: `var invokerFn=function(...given){
if(given.length!==argCount-2)throwBindingError("function "+humanName+" called with "+given.length+" arguments, expected "+(argCount-2));
const destructors=needsDestructorStack?[]:null;
const wired=isClassMethodFunc?[argTypes[1].toWireType(destructors,this)]:[];
given.forEach((value,at)=>wired.push(argTypes[at+2].toWireType(destructors,value)));
const rv=cppInvokerFunc(cppTargetFunc,...wired);
if(needsDestructorStack)runDestructors(destructors);
else wired.forEach((value,at)=>argTypes[at+(isClassMethodFunc?1:2)].destructorFunction?.(value));
if(returns)return argTypes[0].fromWireType(rv)};`,
  },
  {
    place: 'params.push(functionBody);var invokerFunction=newFunc(Function,params)(...args);',
    instead: `var invokerFunction=function(obj,func,destructorsRef,from){
let at=from;
const given=types.map((type)=>{const value=type.readValueFromPointer(at);at+=type.argPackAdvance;return value});
const rv=kind===1?new func(...given):kind===0?func.call(obj,...given):func(...given);
if(!retType.isVoid)return emval_returnValue(retType,destructorsRef,rv)};`,
  },
];

/**
 * @param {string} script
 * @returns {string} The script with those places replaced.
 * @throws {Error} Where it lacks one, as after an update.
 */
export function withoutCodeOfText(script) {
  return INSTEAD.reduce((left, { place, instead }) => {
    if (left.split(place).length !== 2) throw new Error(`The script does not have this once: ${place}`);
    return left.replace(place, () => instead);
  }, script);
}
