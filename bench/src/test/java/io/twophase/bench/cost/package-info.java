/** Tests of the package of this name. */
package io.twophase.bench.cost;
