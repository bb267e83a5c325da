/** What the engine and the protocol cost by themselves, over the store in memory. */
package io.twophase.bench.jmh;
