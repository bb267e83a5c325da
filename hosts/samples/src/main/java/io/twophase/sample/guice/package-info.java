/** The same order service, wired with Guice. */
@NullMarked
package io.twophase.sample.guice;

import org.jspecify.annotations.NullMarked;
