/** An order service over HTTP: what the plain, the Guice and the Spring sample share. */
@NullMarked
package io.twophase.sample;

import org.jspecify.annotations.NullMarked;
