/** Why an application with Twophase does not start, and what to do about it. */
@NullMarked
package io.twophase.spring.failure;

import org.jspecify.annotations.NullMarked;
