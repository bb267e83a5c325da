/**
 * The ports over concurrent maps, for tests and for trying things out: every rule is the domain's
 * own, and every contract of the ports holds. Nothing outlives the process.
 */
@NullMarked
package io.twophase.adapter.inmemory;

import org.jspecify.annotations.NullMarked;
