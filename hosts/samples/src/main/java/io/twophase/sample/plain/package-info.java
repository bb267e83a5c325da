/** An order service with nothing but Twophase and the JDK. */
@NullMarked
package io.twophase.sample.plain;

import org.jspecify.annotations.NullMarked;
