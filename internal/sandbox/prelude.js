// Runs before each program. It takes away what a program has no use for, and lets the built-in
// functions that work through texts and lists count by their size.
(function (before, after) {
	"use strict";
	const {apply, ownKeys, getOwnPropertyDescriptor, defineProperty, getPrototypeOf} = Reflect;
	const keep = new Set([
		"Object", "Array", "String", "Number", "Boolean", "Symbol", "RegExp", "Math", "JSON", "Date", "Map", "Set",
		"Error", "TypeError", "RangeError", "SyntaxError", "ReferenceError", "EvalError", "URIError",
		"parseInt", "parseFloat", "isNaN", "isFinite", "NaN", "Infinity", "undefined", "globalThis",
		"encodeURIComponent", "decodeURIComponent", "encodeURI", "decodeURI",
		"data", "console", "\u0000step", "\u0000size",
	]);
	const metered = [
		Object, Array, Array.prototype, String, String.prototype, RegExp.prototype, JSON,
		Map.prototype, Set.prototype,
	];
	for (const f of [function () {}, function* () {}, async function () {}]) {
		defineProperty(getPrototypeOf(f), "constructor", {value: undefined, writable: false, configurable: false});
	}
	for (const name of ownKeys(globalThis)) {
		if (!keep.has(name)) delete globalThis[name];
	}
	// Nothing below may use what it wraps.
	const properties = [];
	for (const owner of metered) {
		for (const key of ownKeys(owner)) {
			const property = getOwnPropertyDescriptor(owner, key);
			if (key === "constructor" || key === "prototype" || typeof property.value !== "function") continue;
			properties.push({owner, key, property, name: typeof key === "string" ? key : key.description});
		}
	}
	for (let i = 0, n = properties.length; i < n; i++) {
		const {owner, key, property, name} = properties[i];
		const native = property.value;
		property.value = {
			method(...args) {
				before(name, this, args);
				const result = apply(native, this, args);
				after(result);
				return result;
			},
		}.method;
		defineProperty(owner, key, property);
	}
})
