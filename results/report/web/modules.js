// Vega's modules are written for CommonJS; each asks for others by name.
const modules = {
  'd3-geo-projection': {}, // asked for by maps alone, which the page does not draw
};

function requireModule(name) {
  if (!(name in modules)) throw new Error(`module '${name}' is not in the page`);
  return modules[name];
}

function addModule(name, define) {
  const module = { exports: {} };
  modules[name] = module.exports;
  define(module.exports, module, requireModule);
  // One of them is asked for by another name than its file has.
  if (name === 'vega-selection') modules['vega-selections'] = module.exports;
}
