/** The Guice module that binds the front door, for hosts with Guice. */
@NullMarked
package io.twophase.guice;

import org.jspecify.annotations.NullMarked;
