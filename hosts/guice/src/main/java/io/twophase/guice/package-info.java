/** Guice modules that bind the front door, and a store, for hosts with Guice. */
@NullMarked
package io.twophase.guice;

import org.jspecify.annotations.NullMarked;
