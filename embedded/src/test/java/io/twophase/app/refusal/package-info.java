/** Every refusal of docs/OUTCOMES.md, produced through the public API. */
package io.twophase.app.refusal;
