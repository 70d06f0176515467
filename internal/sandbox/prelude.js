// Runs before each program. It takes away what a program has no use for, and puts what is counted in
// the place of every built-in function.
(function (wrap, constructor, getters) {
	"use strict";
	const {ownKeys, getOwnPropertyDescriptor, defineProperty, getPrototypeOf} = Reflect;
	const keep = new Set([
		"Object", "Array", "String", "Number", "Boolean", "Symbol", "RegExp", "Math", "JSON", "Date", "Map", "Set",
		"Error", "TypeError", "RangeError", "SyntaxError", "ReferenceError", "EvalError", "URIError",
		"parseInt", "parseFloat", "isNaN", "isFinite", "NaN", "Infinity", "undefined", "globalThis",
		"encodeURIComponent", "decodeURIComponent", "encodeURI", "decodeURI",
		"data", "console", "\u0000step", "\u0000size", "\u0000at", "\u0000key", "\u0000length", "\u0000spread", "\u0000caught",
	]);
	for (const f of [function () {}, function* () {}, async function () {}]) {
		defineProperty(getPrototypeOf(f), "constructor", {value: undefined, writable: false, configurable: false});
	}
	for (const name of ownKeys(globalThis)) {
		if (!keep.has(name)) delete globalThis[name];
	}
	delete RegExp.prototype.compile;
	getters(getOwnPropertyDescriptor(RegExp.prototype, "source").get, getOwnPropertyDescriptor(RegExp.prototype, "flags").get,
		Object.getOwnPropertyDescriptor, String.prototype.indexOf);
	const owners = [
		["Object", Object], ["Object.prototype", Object.prototype], ["Array", Array], ["Array.prototype", Array.prototype],
		["String", String], ["String.prototype", String.prototype], ["Number", Number], ["Number.prototype", Number.prototype],
		["RegExp.prototype", RegExp.prototype], ["JSON", JSON], ["Map", Map], ["Map.prototype", Map.prototype],
		["Set.prototype", Set.prototype], ["Symbol", Symbol], ["Error.prototype", Error.prototype], ["Date.prototype", Date.prototype],
		["Function.prototype", getPrototypeOf(function () {})],
	];
	for (const it of [[][Symbol.iterator](), new Map()[Symbol.iterator](), new Set()[Symbol.iterator](), ""[Symbol.iterator](), "".matchAll(/x/g)]) {
		owners.push(["Iterator", getPrototypeOf(it)]);
	}
	// Nothing below may use what it wraps.
	const properties = [];
	for (const [where, owner] of owners) {
		for (const key of ownKeys(owner)) {
			const property = getOwnPropertyDescriptor(owner, key);
			if (key === "constructor" || key === "prototype" || typeof property.value !== "function" || !property.configurable) continue;
			properties.push({where, owner, key, property, name: typeof key === "string" ? key : key.description});
		}
	}
	for (const key of ["parseInt", "parseFloat", "isNaN", "isFinite", "encodeURIComponent", "decodeURIComponent", "encodeURI", "decodeURI"]) {
		properties.push({where: "global", owner: globalThis, key, property: getOwnPropertyDescriptor(globalThis, key), name: key});
	}
	const constructors = [];
	for (const name of ["Array", "RegExp", "Error", "TypeError", "RangeError", "SyntaxError", "ReferenceError", "EvalError", "URIError"]) {
		constructors.push({name, native: globalThis[name], property: getOwnPropertyDescriptor(globalThis, name)});
	}
	for (let i = 0, n = properties.length; i < n; i++) {
		const {where, owner, key, property, name} = properties[i];
		property.value = wrap(where, name, property.value);
		defineProperty(owner, key, property);
	}
	for (let i = 0, n = constructors.length; i < n; i++) {
		const {name, native, property} = constructors[i];
		property.value = constructor(name, native);
		defineProperty(globalThis, name, property);
		defineProperty(native.prototype, "constructor", {value: property.value, writable: true, configurable: true, enumerable: false});
	}
})
